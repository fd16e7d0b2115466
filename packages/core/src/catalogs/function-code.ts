// The place of what the functions of the basic catalogs do. Whoever imports functions-at-once.ts has it from the beginning;
// a page fetches it (late-code.ts).

import { LateCode } from '../late-code.ts';

export type FunctionCode = typeof import('./functions/all.ts');

export const functionCode = new LateCode<FunctionCode>();
