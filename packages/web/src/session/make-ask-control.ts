// The control for each kind of answer that an ask may want.

import type { Want } from '@vitrine/core';
import type { AskControl, ControlContext } from './ask-control.ts';
import { makeDateControl } from './ask-date.ts';
import { makeFileControl } from './ask-file.ts';
import { makeNumberControl } from './ask-number.ts';
import { makeSelectControl } from './ask-select.ts';
import { makeTextControl } from './ask-text.ts';

/** Undefined when nobody here knows how to ask for it. */
export function makeControl(want: Want, context: ControlContext): AskControl | undefined {
  switch (want.kind) {
    case 'text':
      return makeTextControl(want, context);
    case 'number':
      return makeNumberControl(want);
    case 'date':
      return makeDateControl(want);
    case 'select':
      return makeSelectControl(want);
    case 'file':
      return makeFileControl(want);
    default:
      return undefined;
  }
}
