/// <reference lib="dom" />
// Ours without a host: every message is judged in the page before it is shown.

import { Catalogs, Fold } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { a2ui09, Intake } from '@vitrine/dialects';
import { defineElements, type VitrineSurface } from '@vitrine/web';
import { SURFACE } from '../../streams.ts';
import { offer } from '../page.ts';

defineElements();

const fold = new Fold({ catalogs: new Catalogs([basic09]) });
const intake = new Intake(fold, { dialects: [a2ui09] });
let element: VitrineSurface;
let isShown = false;

offer({
  open(host) {
    element = document.createElement('vitrine-surface') as VitrineSurface;
    host.append(element);
  },
  take(line) {
    const receipt = intake.message(JSON.parse(line));
    if (!receipt.ok) throw new Error(`Refused: ${receipt.issues[0]?.message}`);
    if (isShown) return;
    const surface = fold.surfaces.get(SURFACE);
    if (surface === undefined) return;
    element.show(surface, fold);
    isShown = true;
  },
  draw() {
    element.flush();
  },
});
