// One seed for every property test, so that a run can be repeated and a landing does not depend on luck.
// `VITRINE_SEED=random npm run unit` looks for new cases; a number repeats one. fast-check prints the seed of a failure.

import fc from 'fast-check';

const DEFAULT_SEED = 20_261_115;
const asked = process.env.VITRINE_SEED;
const seed = asked === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(asked ?? DEFAULT_SEED);

process.env.VITRINE_SEED = String(seed);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
