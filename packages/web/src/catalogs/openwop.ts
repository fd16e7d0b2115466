// The widgets of OpenWOP's catalogs. Those of generation 2 are the basic ones; every text of both is plain.

import { openwop1, openwop2 } from '@vitrine/core/catalogs/openwop';
import type { CatalogWidgets, Widgets } from '../widget.ts';
import { actionButton } from '../widgets/openwop/action-button.ts';
import { fieldSelect } from '../widgets/openwop/field-select.ts';
import { fieldCheckbox, fieldDate, fieldText } from '../widgets/openwop/fields.ts';
import { heading } from '../widgets/openwop/heading.ts';
import { judgeOf } from '../widgets/openwop/judge-surface.ts';
import { surface } from '../widgets/openwop/surface.ts';
import { textWidget } from '../widgets/text.ts';
import { basicWidgets09 } from './basic.ts';

export const openwopWidgets1: CatalogWidgets = {
  surface,
  heading,
  text: textWidget('variant'),
  'field.text': fieldText,
  'field.date': fieldDate,
  'field.select': fieldSelect,
  'field.checkbox': fieldCheckbox,
  'action.button': actionButton,
};

/** Only what the catalog has: a widget for more would never be asked. */
export const openwopWidgets2: CatalogWidgets = Object.fromEntries(
  Object.entries(basicWidgets09).filter(([name]) => openwop2.components.has(name)),
);

export function addOpenwop(widgets: Widgets): void {
  widgets.add(openwop1, openwopWidgets1, judgeOf(openwop1)).add(openwop2, openwopWidgets2, judgeOf(openwop2));
}
