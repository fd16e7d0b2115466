/// <reference lib="dom" />
// Ours for the second time on one page: the same surface was shown and closed before, so what is added is what 2,000
// components hold and not the compiled code of the renderer.

import { Catalogs, Fold } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { a2ui09, Intake } from '@vitrine/dialects';
import { defineElements, type VitrineSurface } from '@vitrine/web';
import { message, SURFACE, toLines } from '../../streams.ts';
import { offer } from '../page.ts';

defineElements();

const CLOSE = toLines([message('deleteSurface', {})]);
const fold = new Fold({ catalogs: new Catalogs([basic09]) });
const intake = new Intake(fold, { dialects: [a2ui09] });
let element: VitrineSurface | undefined;
let page: HTMLElement;

function take(line: string): void {
  const receipt = intake.message(JSON.parse(line));
  if (!receipt.ok) throw new Error(`Refused: ${receipt.issues[0]?.message}`);
  const surface = fold.surfaces.get(SURFACE);
  if (element !== undefined || surface === undefined) return;
  element = document.createElement('vitrine-surface') as VitrineSurface;
  page.append(element);
  element.show(surface, fold);
}

offer({
  open(host) {
    page = host;
  },
  rehearse(lines) {
    for (const line of [...lines, ...CLOSE]) {
      take(line);
      element?.flush();
    }
    element?.remove();
    element = undefined;
  },
  take,
});
