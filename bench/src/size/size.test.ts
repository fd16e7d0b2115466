// What the README's pages load at once, and what they may load in all, does not grow unnoticed. `npm run bench -- size` measures the same in a browser, and
// tells what is inside.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { examplePages } from './example-pages.ts';
import { SplitPage } from './split-build.ts';

const MAX_GROWTH = 1.03;
/** KiB, gzipped. Smaller ones are written here when a page has become smaller. */
const COMMITTED: { readonly [page: string]: { readonly startup: number; readonly all: number } } = JSON.parse(
  readFileSync(new URL('./sizes.json', import.meta.url), 'utf8'),
);

for (const { name, contents, limit } of examplePages())
  it(`the ${name} loads no more than 3 % above what was committed, and than was promised`, async () => {
    const page = await SplitPage.build(contents);
    const { startup = 0, all = 0 } = COMMITTED[name] ?? {};
    expect(page.gzipKiB(page.startup)).toBeLessThan(Math.min(startup * MAX_GROWTH, limit));
    // Chunks that are fetched at idle, or when a surface needs them.
    expect(page.gzipKiB(page.files.keys())).toBeLessThan(all * MAX_GROWTH);
  });

it.each(['0.8', '0.9', '1.0'])(
  'a page that reads A2UI %s begins without what functions do, and without what hosts need',
  async (version) => {
    const short = version.replace('.', '');
    const page = await SplitPage.build(`
    import { a2ui${short}Reader } from '@vitrine/dialects/a2ui-${version}/reader';
    import { basic${short} } from '@vitrine/core/catalogs/basic-${version}';
    import { createSurface } from '@vitrine/embed/surface';
    document.body.append(createSurface({ dialects: [a2ui${short}Reader], catalogs: [basic${short}] }));`);
    const modules = page.modules(page.startup).map(([name]) => name);
    expect(
      modules.filter((name) => /core\/(?:internal|index|fold|pattern|expression|format)|\/functions\//.test(name)),
    ).toEqual([]);
  },
);
