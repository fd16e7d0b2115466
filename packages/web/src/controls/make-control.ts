// The control for each type of field.

import { CheckControl } from './check-control.ts';
import { ChoiceControl } from './choice-control.ts';
import type { Control, ControlDescription } from './control.ts';
import { FileControl } from './file-control.ts';
import { ListControl } from './list-control.ts';
import { TextControl } from './text-control.ts';

/** More options than these stand in a list to open, where only one may be chosen. */
const MAX_IN_SIGHT = 7;

/** `isCompact`: options of one choice always stand in a list. */
export function makeControl(description: ControlDescription, isCompact = false): Control {
  switch (description.rule.type) {
    case 'bool':
      return new CheckControl();
    case 'file':
      return new FileControl();
    case 'choice': {
      const isList = isCompact || (description.options ?? []).length > MAX_IN_SIGHT;
      return isList ? new ListControl() : new ChoiceControl(description);
    }
    case 'choices':
      return new ChoiceControl(description);
    default:
      return new TextControl(description);
  }
}
