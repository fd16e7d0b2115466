/// <reference lib="dom" />
// Components of React as widgets of one surface.

import { defineComponent, extendCatalog, number, required, text } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { a2ui09Reader } from '@vitrine/dialects/a2ui-0.9/reader';
import { MessageSource } from '@vitrine/embed/surface';
import { reactWidget, VitrineSurface } from '@vitrine/react';
import { addOwnCatalogs } from '@vitrine/web/catalogs/own-catalog';
import { pageWidgets } from '@vitrine/web/surface';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { STARS_CATALOG } from '../job.ts';
import { offer } from '../page.ts';
import { Stars as StarsView } from './stars.ts';

const Stars = defineComponent({ label: required(text()), value: required(number({ writable: true })) });
const catalog = extendCatalog(basic09, { Stars }, { id: STARS_CATALOG });
const catalogs = addOwnCatalogs(pageWidgets, { catalog, widgets: { Stars: reactWidget(Stars, StarsView) } });
const source = new MessageSource({ dialects: [a2ui09Reader], catalogs });

offer({
  open(host) {
    createRoot(host.appendChild(document.createElement('div'))).render(createElement(VitrineSurface, { source }));
  },
  take(line) {
    for (const { ok, issues } of source.push(JSON.parse(line)))
      if (!ok) throw new Error(`Refused: ${issues[0]?.message}`);
  },
  draw() {
    document.querySelector('vitrine-surface')?.flush();
  },
});
