// Loaded before a node (`node --import`): its clock is off by what the file of VITRINE_TEST_CLOCK says, in milliseconds,
// read again at every SIGUSR2. The steady clock goes on as it is, as on a machine whose clock somebody sets.

import { readFileSync } from 'node:fs';

const file = process.env.VITRINE_TEST_CLOCK ?? '';
let offMs = 0;

function read() {
  offMs = Number(readFileSync(file, 'utf8'));
}

const Real = globalThis.Date;
const now = Real.now.bind(Real);

class ShiftedDate extends Real {
  /** @param {ConstructorParameters<typeof Date> | []} given */
  constructor(...given) {
    // @ts-expect-error The forms of the constructor cannot be told apart here, and need not be.
    super(...(given.length === 0 ? [now() + offMs] : given));
  }

  static now() {
    return now() + offMs;
  }
}

globalThis.Date = /** @type {DateConstructor} */ (/** @type {unknown} */ (ShiftedDate));
read();
process.on('SIGUSR2', read);
