/// <reference lib="dom" />
// A source of A2UI 0.9 for pages that differ in who puts the element on the page; every widget is there from the beginning.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { a2ui09Reader } from '@vitrine/dialects/a2ui-0.9/reader';
import { MessageSource } from '@vitrine/embed/surface';
import { basicWidgets09 } from '@vitrine/web/catalogs/basic';
import { pageWidgets } from '@vitrine/web/surface';

pageWidgets.add(basic09, basicWidgets09);

export const source = new MessageSource({ dialects: [a2ui09Reader], catalogs: [basic09] });

export function take(line: string): void {
  for (const { ok, issues } of source.push(JSON.parse(line)))
    if (!ok) throw new Error(`Refused: ${issues[0]?.message}`);
}

export function draw(): void {
  document.querySelector('vitrine-surface')?.flush();
}
