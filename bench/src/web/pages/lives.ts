/// <reference lib="dom" />
// Surfaces that come and go: each is opened, shown, written to and closed, and its element taken off the page. What is
// left afterwards is the runner's to count.

import { Catalogs, Fold } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { a2ui09, Intake } from '@vitrine/dialects';
import { basicWidgets09 } from '@vitrine/web/catalogs/basic';
import { pageWidgets, VitrineSurface } from '@vitrine/web/surface';
import { shortLives, toLines } from '../../streams.ts';
import { shownText } from '../composed.ts';
import type { Job } from '../job.ts';
import { frames, offerPage } from '../page.ts';

// All at once: what comes later would keep a surface back that is looked at in the same task.
pageWidgets.add(basic09, basicWidgets09);
customElements.define('vitrine-surface', VitrineSurface);

const fold = new Fold({ catalogs: new Catalogs([basic09]) });
const intake = new Intake(fold, { dialects: [a2ui09] });
const wrong: string[] = [];
let count = 0;

function take(line: string): void {
  const receipt = intake.message(JSON.parse(line));
  if (!receipt.ok) wrong.push(`Refused: ${receipt.issues[0]?.message}`);
}

/** The lines of one life: the first opens, the last closes. */
function live(n: number, lines: readonly string[]): void {
  take(lines[0] as string);
  const surface = fold.surfaces.get(`surface${n}`);
  if (surface === undefined) return;
  const element = document.createElement('vitrine-surface') as VitrineSurface;
  document.body.append(element);
  element.show(surface, fold);
  for (const line of lines.slice(1, -1)) {
    take(line);
    element.flush();
  }
  const text = shownText(element);
  const value = element.shadowRoot?.querySelector('input')?.value;
  if (!text.includes(`Title 4 of ${n}`) || value !== `Name ${n}`) wrong.push(`Surface ${n} shows ${text}, ${value}`);
  take(lines.at(-1) as string);
  element.remove();
}

async function liveAll(surfaces: number): Promise<void> {
  const lines = toLines(shortLives(surfaces));
  const length = lines.length / surfaces;
  for (let n = 0; n < surfaces; n++) {
    live(n, lines.slice(n * length, (n + 1) * length));
    if (n % 50 === 0) await frames(1);
  }
  await frames(4);
}

offerPage({
  async prepare(job: Job) {
    if (job.kind !== 'lives') throw new Error('This page only opens and closes surfaces.');
    count = job.surfaces;
    // What is made once, compiled code above all, is not a leak.
    await liveAll(count / 5);
  },
  run: () => liveAll(count),
  problems: () => (fold.surfaces.size > 0 ? [...wrong, `${fold.surfaces.size} surfaces are open`] : wrong),
  outline: () => [],
});
