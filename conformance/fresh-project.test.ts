// The code of README, docs/ and the packages' READMEs in a project of somebody else: only what the packages publish is there, and
// the compiler is strict in the ways that projects usually are. A block with arrows says what it prints, and is run. Needs the build.

import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishedPackages } from '../scripts/pack-packages.mjs';
import { ROOT } from '../scripts/source-files.mjs';
import { codeBlocks } from './code-blocks.ts';

const COMPILERS = { 'TypeScript 6': 'typescript', 'TypeScript 7': 'typescript-7' };

/** What compilers and bundlers write into a new project. */
const PROJECTS: Readonly<Record<string, object>> = {
  'strict and nothing else': { strict: true },
  'a bundler': {
    ...{ strict: true, module: 'esnext', moduleResolution: 'bundler', target: 'es2022', skipLibCheck: true },
    ...{ lib: ['ES2022', 'DOM', 'DOM.Iterable'], verbatimModuleSyntax: true, noUnusedLocals: true },
    ...{ noUnusedParameters: true, erasableSyntaxOnly: true, noUncheckedSideEffectImports: true },
  },
  'every check that there is, the declarations of packages too': {
    ...{ strict: true, module: 'nodenext', target: 'esnext', skipLibCheck: false },
    ...{ noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noPropertyAccessFromIndexSignature: true },
    ...{ verbatimModuleSyntax: true, isolatedModules: true, noImplicitOverride: true, noImplicitReturns: true },
  },
};
/** A block that no project may compile stands beside the others: a compiler that does not see it has seen none. */
const WRONG = { name: 'wrong.ts', code: "import { Catalogs } from '@vitrine/core';\nnew Catalogs(7);\n" };
const BLOCKS = codeBlocks(['ts', 'js']);
const RUNNABLE = BLOCKS.filter(({ code }) => code.includes('// → '));

let folder: string;
/** What a project has after `npm i` of all packages: of ours the declarations, of others all. */
function install(): void {
  const modules = join(folder, 'node_modules');
  const others = new Set(['@types/node']);
  for (const { folder: from, manifest } of publishedPackages()) {
    const to = join(modules, manifest.name ?? '');
    mkdirSync(to, { recursive: true });
    cpSync(join(ROOT, from, 'package.json'), join(to, 'package.json'));
    if (manifest.name === '@vitrine/cli') continue;
    const filter = (path: string) => !/\.(js|map|tsbuildinfo)$/.test(path);
    cpSync(join(ROOT, from, 'dist'), join(to, 'dist'), { recursive: true, filter });
    const needed = { ...manifest.dependencies, ...manifest.peerDependencies };
    for (const name of Object.keys(needed)) if (!name.startsWith('@vitrine/')) others.add(name);
  }
  for (const name of others) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
}

/** What the compiler says, but for faults within the declarations of others (those of Node 20 have one; its own are not looked at). */
function compile(compiler: string, options: object, files: readonly string[]): readonly string[] {
  const common = { noEmit: true, moduleDetection: 'force', types: ['node'], skipDefaultLibCheck: true };
  const config = { compilerOptions: { ...common, ...options }, files };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(ROOT, 'node_modules', compiler, 'bin/tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    encoding: 'utf8',
  });
  const told = `${stdout}${stderr}`.split(/\n(?! )/).filter((line) => line !== '');
  return told.filter((line) => !/^[^(]*node_modules\/(?!@vitrine\/)/.test(line));
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-fresh-'));
  if (!existsSync(join(ROOT, 'packages/core/dist/index.d.ts'))) throw new Error('npm run build comes first');
  install();
  writeFileSync(join(folder, 'package.json'), '{"name":"fresh","private":true,"type":"module"}');
  for (const { name, language, code } of BLOCKS) writeFileSync(join(folder, `${name}.${language}`), code);
  writeFileSync(join(folder, WRONG.name), WRONG.code);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const filesIn = (language: string) =>
  BLOCKS.filter((block) => block.language === language).map(({ name }) => `${name}.${language}`);

describe.each(Object.entries(COMPILERS))('in a fresh project %s', (_, compiler) => {
  const found = new Map<string, readonly string[]>();

  test.each(Object.entries(PROJECTS))(
    'compiles every block: %s',
    (title, options) => {
      expect(filesIn('ts').length).toBeGreaterThan(20);
      const lines = compile(compiler, options, [...filesIn('ts'), WRONG.name]);
      found.set(title, lines);
      expect(lines.filter((line) => !line.includes(WRONG.name))).toEqual([]);
    },
    120_000,
  );

  test('finds the names and properties that blocks of JavaScript use', () => {
    const options = { allowJs: true, checkJs: true, strict: false, skipLibCheck: true };
    expect(compile(compiler, options, filesIn('js'))).toEqual([]);
  }, 120_000);

  test.each(Object.keys(PROJECTS))('tells a block that does not compile: %s', (title) => {
    expect(found.get(title)).toEqual([expect.stringContaining('wrong.ts(2,14)')]);
  });
});

/** What stands behind the arrows, line by line; `…` is anything. */
function promised(code: string): RegExp {
  const lines = [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, line]) => line as string);
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return new RegExp(`^${lines.map((line) => line.split('…').map(literal).join('.*')).join('\\n')}\\n$`);
}

function run(file: string): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
    child.once('close', () => resolve(Buffer.concat(said).toString()));
  });
}

describe('in a program', () => {
  beforeAll(() => {
    mkdirSync(join(folder, 'run'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'run/node_modules'));
  });

  test.concurrent.each(RUNNABLE)(
    '$at prints what it says',
    async ({ name, code }) => {
      const compilerOptions = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext };
      const file = join(folder, 'run', `${name}.mjs`);
      writeFileSync(file, ts.transpileModule(code, { compilerOptions }).outputText);
      expect(await run(file)).toMatch(promised(code));
    },
    60_000,
  );
});
