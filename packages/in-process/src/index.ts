// What @vitrine/in-process offers: a host, its agents and its viewers in one process.

export { createLocalHost, type LocalHost, type LocalHostOptions, whenShown } from './local-host.ts';
