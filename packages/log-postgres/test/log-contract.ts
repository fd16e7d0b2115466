// What the tests of the log's contract are written with, and the contract itself.

export { useDrivers } from '../../log/test/contract.ts';
export * from '../../log/test/samples.ts';
