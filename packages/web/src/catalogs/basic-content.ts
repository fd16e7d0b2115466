// What a page draws at once of A2UI's basic catalogs: texts, layout and buttons, in the names of each version.

import type { CatalogWidgets } from '../widget.ts';
import { button, buttonWidget } from '../widgets/button.ts';
import { card } from '../widgets/card.ts';
import { divider } from '../widgets/divider.ts';
import { lineWidget } from '../widgets/line.ts';
import { listWidget } from '../widgets/list.ts';
import { textWidget } from '../widgets/text.ts';

const LINE_08 = { justify: 'distribution', align: 'alignment' };
const alike: CatalogWidgets = { Divider: divider, Card: card };

export const content08: CatalogWidgets = {
  ...alike,
  Text: textWidget('usageHint'),
  List: listWidget('alignment'),
  Row: lineWidget('row', LINE_08),
  Column: lineWidget('column', LINE_08),
  Button: buttonWidget((node) => (node.get('primary') === true ? 'primary' : 'default')),
};

export const content09: CatalogWidgets = {
  ...alike,
  Text: textWidget('variant'),
  List: listWidget('align'),
  Row: lineWidget('row'),
  Column: lineWidget('column'),
  Button: button,
};

export const content10: CatalogWidgets = content09;
