// For a page that is one file: what other pages fetch later is there from the beginning, what functions do and what shows texts.
// Themes of surfaces, and taking over from a server, are left out.

import * as functions from '@vitrine/core/function-code';
import { functionCode } from '@vitrine/core/page';
import { phrases, showBlocks } from '../markdown/basic-markdown.ts';
import { LongText } from '../markdown/long-text.ts';
import { lazyFunctions } from '../stage.ts';
import { lazyTexts } from '../widgets/text.ts';

export function bringCode(): void {
  functionCode.give(functions);
  lazyFunctions.load = async () => functions;
  lazyTexts.load = async () => ({ phrases, showBlocks, LongText });
  for (const code of [lazyFunctions, lazyTexts]) void code.fetch();
}
