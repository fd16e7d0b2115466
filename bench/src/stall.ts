// Promise: no single input of any road, taken or refused, keeps the loop of a host from everybody else for more than 50 ms;
// what is larger than 1 MiB is taken in slices, none of which lasts longer.

import { median, type Row, row } from './measure.ts';
import type { Blocked } from './stall/loop-meter.ts';
import { memoryCosts } from './stall/memory.ts';
import { Place } from './stall/place.ts';
import type { Shape } from './stall/shape.ts';
import { SHAPES } from './stall/shapes.ts';
import { MIB } from './stall/texts.ts';

const LIMIT_MS = 50;
const RUNS = 3;
/** Until what runs often is compiled. */
const WARM_UP = 2;
const MIN_SHAPES = 60;
const SHOWN = 10;
const MAX_MEMORY_MIB = 400;

interface Measured {
  readonly shape: Shape;
  readonly answer: string;
  /** The worst of each run. */
  readonly runs: readonly Blocked[];
}

/** `VITRINE_STALL=words` measures only the shapes whose names hold these. */
export async function stall(): Promise<Row[]> {
  const wanted = process.env.VITRINE_STALL ?? '';
  const shapes = SHAPES.filter(({ name }) => name.includes(wanted));
  if (wanted === '' && shapes.length < MIN_SHAPES) throw new Error(`There are only ${shapes.length} shapes.`);
  const all = [
    ...(await measureAll(
      shapes.filter(({ hidesSecrets }) => hidesSecrets !== true),
      false,
    )),
    ...(await measureAll(
      shapes.filter(({ hidesSecrets }) => hidesSecrets === true),
      true,
    )),
  ];
  return [...rowsOf(all), ...(await stallMemory())];
}

async function measureAll(shapes: readonly Shape[], hasSecrets: boolean): Promise<readonly Measured[]> {
  if (shapes.length === 0) return [];
  const place = await Place.open(hasSecrets);
  try {
    const all: Measured[] = [];
    for (const shape of shapes) {
      all.push(await measure(place, shape));
      if (process.env.VITRINE_STALL !== undefined) process.stderr.write(`${line(all.at(-1) as Measured)}\n`);
    }
    return all;
  } finally {
    await place.end();
  }
}

/** Beside the others: it needs hosts that have seen nothing yet. */
async function stallMemory(): Promise<Row[]> {
  const costs = await memoryCosts(process.env.VITRINE_STALL ?? '');
  const most = Math.max(0, ...costs.map(({ above }) => above));
  return [
    row('memory above idle, five bodies of 8 MiB at once, at most', most, 'MiB', MAX_MEMORY_MIB),
    ...costs.map(({ name, above, answers }) =>
      row(`the same: ${name} (answered ${answers.join(', ')})`, above, 'MiB', null),
    ),
  ];
}

async function measure(place: Place, shape: Shape): Promise<Measured> {
  const runs: Blocked[] = [];
  let answer = '';
  for (let run = 0; run < WARM_UP + RUNS; run++) {
    const work = await shape.prepare(place);
    const measured = await place.measure(work);
    answer = measured.answer.slice(0, 100);
    if (!isExpected(shape, answer)) break;
    if (run >= WARM_UP) runs.push(measured.blocked);
  }
  return { shape, answer, runs };
}

/** One of several beginnings: who sends too much may see the refusal or the end of the connection first. */
function isExpected({ expect }: Shape, answer: string): boolean {
  return expect.split('|').some((one) => answer.startsWith(one));
}

function rowsOf(all: readonly Measured[]): Row[] {
  const wrong = all.filter(({ shape, answer }) => !isExpected(shape, answer));
  for (const { shape, answer } of wrong)
    process.stderr.write(`${shape.name}: answered ${answer}, not ${shape.expect}\n`);
  const known = all.filter(({ runs }) => runs.length > 0);
  const small = known.filter(({ shape }) => shape.bytes <= 1.05 * MIB);
  const large = known.filter(({ shape }) => shape.bytes > 1.05 * MIB);
  const worst = [...known].sort((a, b) => typical(b) - typical(a)).slice(0, SHOWN);
  return [
    row('shapes', all.length, 'shapes', process.env.VITRINE_STALL === undefined ? MIN_SHAPES : null, 'min'),
    row('shapes that were answered otherwise than they say', wrong.length, 'shapes', 0),
    ...rowsFor('inputs up to 1 MiB', small),
    ...rowsFor('slices of larger inputs', large),
    row(
      'memory of the host at its highest',
      Math.max(...known.flatMap(({ runs }) => runs.map(({ peak }) => peak))),
      'MiB',
      null,
    ),
    ...worst.map((one) => row(line(one), typical(one), 'ms', null)),
  ];
}

function rowsFor(what: string, shapes: readonly Measured[]): Row[] {
  if (shapes.length === 0) return [];
  const runs = shapes.flatMap((one) => one.runs);
  return [
    row(`the loop is blocked at most, ${what} (median of runs)`, Math.max(...shapes.map(typical)), 'ms', LIMIT_MS),
    row('the same, worst of all runs', Math.max(...runs.map(({ worst }) => worst)), 'ms', null),
    row(
      'the same, by the clock on the wall, neighbours included',
      Math.max(...runs.map(({ wall }) => wall)),
      'ms',
      null,
    ),
  ];
}

function typical({ runs }: Measured): number {
  return median(runs.map(({ worst }) => worst));
}

function line({ shape, answer, runs }: Measured): string {
  const most = (of: (run: Blocked) => number): string => Math.max(0, ...runs.map(of)).toFixed(0);
  const size = `${(shape.bytes / MIB).toFixed(2)} MiB`;
  const times = `worst ${most(({ worst }) => worst)}, wall ${most(({ wall }) => wall)}, of it waiting ${most(({ waited }) => waited)}, gc ${most(({ collecting }) => collecting)}`;
  return `${shape.name} (${size}; ${answer.slice(0, 60)}; ${times})`;
}
