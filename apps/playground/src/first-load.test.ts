// How much each built page fetches before it is idle, as the build names it in the page. The text editor of the composer stands in
// a chunk of its own, and apart. `npm run build` comes first.

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { PAGE_FOLDER } from './index.ts';

const MAX_KIB = 150;
/** A class name of CodeMirror, which our own code does not have. */
const EDITOR = 'cm-scroller';

function firstLoadKiB(page: string): number {
  const html = readFileSync(new URL(`${page}.html`, PAGE_FOLDER));
  const named = [...html.toString().matchAll(/ (?:href|src)="\/([\w-]+\.(?:js|css|svg))"/g)].map(
    ([, name]) => `${name}`,
  );
  const files = [...new Set(named)]
    .map((name) => readFileSync(new URL(name, PAGE_FOLDER)))
    .filter((file) => !file.includes(EDITOR));
  return [html, ...files].reduce((sum, file) => sum + gzipSync(file).length, 0) / 1024;
}

it.each(['index', 'session', 'composer', 'gallery', 'not-found'])('the page %s begins with 150 KiB at most', (page) => {
  expect(firstLoadKiB(page)).toBeLessThanOrEqual(MAX_KIB);
});
