// What the crash test needs of the one helper for all faces.

export type { HostProcess } from '../../face-kit/test/host-process.ts';
export { killUnderKeyedCalls, type SendKeyed, type Writer } from '../../face-kit/test/keyed-crash.ts';
export { readStored } from '../../face-kit/test/stored.ts';

export const SERVE = new URL('./children/serve.mjs', import.meta.url);
