// ARCHITECTURE.md against the repository: every file and function that it names is there, and its walks can be followed.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LAYERS } from './layers.mjs';
import { missingNames } from './named-code.mjs';
import { missingEntries, packageTable, withTable } from './package-table.mjs';
import { isCode, listFiles, ROOT } from './source-files.mjs';

const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
const files = listFiles(ROOT);
const sources = files.map((path) => ({ path, text: isCode(path) ? readFileSync(join(ROOT, path), 'utf8') : '' }));

const WALKS = [
  'The first road: text to a tree',
  'The second road: from a button to its agent',
  'Add a component',
  'Add a protocol face',
];

describe('ARCHITECTURE.md', () => {
  it('names files and functions that are there', () => {
    expect(missingNames(page, sources)).toEqual([]);
  });

  it.each(WALKS)('has a walk whose every step names a place in the code: %s', (title) => {
    const [, walk = ''] = page.split(`\n## ${title}\n`);
    const steps = (walk.split('\n## ')[0] ?? '').split(/^(?=\d+\. )/m).filter((step) => /^\d/.test(step));
    expect(steps.length).toBeGreaterThanOrEqual(5);
    for (const step of steps) expect(step).toMatch(/`[\w/<>-]+(\.(ts|mjs)|\/)`/);
  });

  it('lists every decision by its number', () => {
    const [, decisions = ''] = page.split('\n## Decisions\n');
    const listed = [...decisions.matchAll(/(?:: |·\s)(\d+)\s/g)].map(([, number]) => Number(number));
    const written = files.flatMap((path) => /^docs\/adr\/(\d{4})-/.exec(path)?.[1] ?? []).map(Number);
    expect(listed).toEqual(written);
  });

  it('has the table of packages that the layer law gives', () => {
    expect(withTable(page, packageTable(LAYERS))).toBe(page);
    expect(missingEntries(LAYERS, files)).toEqual([]);
  });
});

describe('a page that names what is not there', () => {
  const few = [
    { path: 'packages/core/src/fold.ts', text: 'export class Fold {\n  async accept() {}\n}\n' },
    { path: 'packages/core/src/deep/pointer.ts', text: 'export const readPointer = 1;\n' },
    { path: 'packages/host/src/fold.ts', text: '' },
    { path: 'scripts/test.mjs', text: '' },
  ];
  const found = (text: string) => missingNames(text, few).map((finding) => finding.split('. Name')[0]);

  it('is told the line, the file and the name', () => {
    expect(
      found('# A\n\n`core/fold.ts` `Fold.accept`\n`core/old.ts` and `core/fold.ts` `Fold.refuse` or `Gone.it`'),
    ).toEqual([
      'ARCHITECTURE.md:4: there is no core/old.ts',
      'ARCHITECTURE.md:4: packages/core/src/fold.ts has no Fold.refuse',
      'ARCHITECTURE.md:4: no source has Gone.it',
    ]);
    expect(missingNames('`core/old.ts`', few)[0]).toMatch(/Name what does this now, or take the step out\.$/);
  });

  it('is read with the package that was named before, in the same part only', () => {
    expect(found('`core/fold.ts`, `pointer.ts` `readPointer`, `deep/`, `core/`, `scripts/test.mjs`')).toEqual([]);
    expect(found('`core/fold.ts`\n## B\n`pointer.ts`')).toEqual(['ARCHITECTURE.md:3: there is no pointer.ts']);
    expect(found('`host/fold.ts` `Fold`')).toEqual(['ARCHITECTURE.md:1: packages/host/src/fold.ts has no Fold']);
  });

  it('may say any one of several, and what is no code', () => {
    expect(
      found('`core/<folder>/pointer.ts`, `core/*.ts`, `core/NAME/`, `npm run x`, `catalog.json`, `a2ui-0.8`'),
    ).toEqual([]);
    expect(found('`core/<folder>/fold.ts`')).toEqual(['ARCHITECTURE.md:1: there is no core/<folder>/fold.ts']);
  });
});

describe('the table of packages', () => {
  const row = { folder: 'packages/x', mayImport: ['core'], purpose: 'a thing', entry: '`src/x.ts`, `src/y/`' };

  it('has a row for each package', () => {
    const core = { folder: 'apps/core', mayImport: [], purpose: 'p', entry: 'e' };
    expect(packageTable({ core, x: row }).split('\n').slice(2)).toEqual([
      '| `apps/core` | p | e | nothing |',
      '| `x` | a thing | `src/x.ts`, `src/y/` | core |',
    ]);
  });

  it('sends nobody to a file that is not there', () => {
    expect(missingEntries({ x: row }, ['packages/x/src/x.ts'])).toEqual([
      'scripts/layers.mjs sends readers of x to packages/x/src/y/, which is not there',
    ]);
  });

  it('needs its place in the page', () => {
    expect(() => withTable('# A page', '| |')).toThrow('ARCHITECTURE.md has no lines');
  });
});
