// What @vitrine/demos offers to code: the demos as machines, and who plays them. As a program it is run.ts.

export type { AnyDemo, Demo, DemoEvent, DemoTurn, SurfaceData } from './demo.ts';
export { DEMOS } from './demos.ts';
export { Director, type DirectorOptions } from './director.ts';
export { HARBOUR_TITLE, playHarbour } from './harbour/harbour.ts';
export type { RunAccess } from './harbour/open-run.ts';
export { DemoPlayer, type PlayerOptions } from './player.ts';
