// What @vitrine/cli offers to code: the command line as a function.

export type { ExitCode, Io, Sink } from './io.ts';
export { main, processIo } from './main.ts';
