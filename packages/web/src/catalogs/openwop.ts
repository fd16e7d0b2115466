// How surfaces of OpenWOP's catalogs are drawn. Those of generation 1 are derived, the widgets of generation 2 are the
// basic ones; every text of both is plain.

import { derivedCatalog } from '@vitrine/core/catalogs/derived';
import { openwop1, openwop2 } from '@vitrine/core/catalogs/openwop';
import type { CatalogWidgets, Widgets } from '../widget.ts';
import { checkBox, dateField, textField } from '../widgets/derived/fields.ts';
import { select } from '../widgets/derived/select.ts';
import { derivedWidget } from '../widgets/derived/surface.ts';
import { derivedText } from '../widgets/derived/text.ts';
import { judgeOf } from '../widgets/openwop/judge-surface.ts';
import { basicWidgets09 } from './basic.ts';

/** Only what a catalog has: a widget for more would never be asked. */
const { Column, Button } = basicWidgets09;
const derivedWidgets = {
  ...{ Text: derivedText, Column, Button },
  ...{ TextField: textField, DateTimeInput: dateField, ChoicePicker: select, CheckBox: checkBox },
} as CatalogWidgets;

export const openwopWidgets2: CatalogWidgets = Object.fromEntries(
  Object.entries(basicWidgets09).filter(([name]) => openwop2.components.has(name)),
);

export function addOpenwop(widgets: Widgets): Widgets {
  return widgets
    .add(openwop1, { surface: derivedWidget(derivedCatalog) }, judgeOf(openwop1))
    .add(derivedCatalog, derivedWidgets)
    .add(openwop2, openwopWidgets2, judgeOf(openwop2));
}

export { VitrineSurface } from '../first-load.ts';
