// What the tests of crashes share with those of the other faces.

export { killUnderKeyedCalls, type SendKeyed, type Writer } from '../../face-kit/test/keyed-crash.ts';
export { readStored } from '../../face-kit/test/stored.ts';

export const SERVE = new URL('./children/serve.mjs', import.meta.url);
