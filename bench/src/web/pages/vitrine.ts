/// <reference lib="dom" />
// Ours, as a page behind a host has it: a line of A2UI 0.9, decoded, applied to a replica, drawn by <vitrine-surface>.
// Judging is the host's; vitrine-judged.ts is the page that has no host.

import { Catalogs, Replica } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { decodeAgentMessage } from '@vitrine/dialects/a2ui-0.9/decode';
import { basicWidgets09 } from '@vitrine/web/catalogs/basic';
import { pageWidgets, VitrineSurface } from '@vitrine/web/surface';
import { SURFACE } from '../../streams.ts';
import { offer } from '../page.ts';

pageWidgets.add(basic09, basicWidgets09);
customElements.define('vitrine-surface', VitrineSurface);

const replica = new Replica({ catalogs: new Catalogs([basic09]) });
let element: VitrineSurface;
let isShown = false;

offer({
  open(host) {
    element = new VitrineSurface();
    host.append(element);
  },
  take(line) {
    const decoded = decodeAgentMessage(JSON.parse(line), replica);
    if (!decoded.ok) throw new Error(`Refused: ${decoded.issues[0]?.message}`);
    replica.apply(decoded.value);
    if (isShown) return;
    const surface = replica.surfaces.get(SURFACE);
    if (surface === undefined) return;
    element.show(surface, replica);
    isShown = true;
  },
  draw() {
    element.flush();
  },
});
