// The TypeScript of the README in a project of somebody else: only what the packages publish is there, and the compiler is
// strict in the ways that projects usually are. Needs the build.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const COMPILER = join(ROOT, 'node_modules/typescript-7/bin/tsc');
const PACKAGES = ['core', 'dialects', 'client', 'web', 'embed', 'agent'];

/** What compilers and bundlers write into a new project. */
const PROJECTS: readonly (readonly [string, object])[] = [
  ['strict and nothing else', { strict: true }],
  [
    'a bundler',
    {
      ...{ strict: true, module: 'esnext', moduleResolution: 'bundler', target: 'es2022', skipLibCheck: true },
      ...{ lib: ['ES2022', 'DOM', 'DOM.Iterable'], verbatimModuleSyntax: true, noUnusedLocals: true },
      ...{ noUnusedParameters: true, erasableSyntaxOnly: true, noUncheckedSideEffectImports: true },
    },
  ],
  [
    'every check that there is, the declarations of packages too',
    {
      ...{ strict: true, module: 'nodenext', target: 'esnext', types: [], skipLibCheck: false },
      ...{ noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noPropertyAccessFromIndexSignature: true },
      ...{ verbatimModuleSyntax: true, isolatedModules: true, noImplicitOverride: true, noImplicitReturns: true },
    },
  ],
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-fresh-'));
  if (!PACKAGES.every((name) => existsSync(join(ROOT, 'packages', name, 'dist/index.d.ts')))) {
    const built = spawnSync(process.execPath, [COMPILER, '-b', ROOT], { encoding: 'utf8' });
    expect(built.stdout).toBe('');
  }
  for (const name of PACKAGES) {
    const [from, to] = [join(ROOT, 'packages', name), join(folder, 'node_modules/@vitrine', name)];
    mkdirSync(to, { recursive: true });
    cpSync(join(from, 'package.json'), join(to, 'package.json'));
    cpSync(join(from, 'dist'), join(to, 'dist'), {
      recursive: true,
      filter: (path) => !/\.(js|map|tsbuildinfo)$/.test(path),
    });
  }
  writeFileSync(join(folder, 'package.json'), '{"name":"fresh","private":true,"type":"module"}');
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, block]) => block as string);
  expect(blocks.length).toBeGreaterThanOrEqual(4);
  for (const [i, block] of blocks.entries()) writeFileSync(join(folder, `block-${i}.ts`), block);
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(PROJECTS)(
  'the README compiles in a fresh project: %s',
  (_, options) => {
    const config = { compilerOptions: { noEmit: true, ...options }, include: ['*.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { status, stdout } = spawnSync(process.execPath, [COMPILER, '-p', folder], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, '']);
  },
  60_000,
);

test('a page that does not compile is told', () => {
  const config = { compilerOptions: { noEmit: true, strict: true }, files: ['wrong.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'wrong.ts'), "import { Catalogs } from '@vitrine/core';\nnew Catalogs(7);\n");
  const { status, stdout } = spawnSync(process.execPath, [COMPILER, '-p', folder], { encoding: 'utf8' });
  expect([status === 0, stdout]).toEqual([false, expect.stringContaining('wrong.ts(2,14)')]);
}, 60_000);
