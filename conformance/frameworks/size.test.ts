// What a page adds to the element by having it in a framework.

import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const MAX_ADDED_BYTES = 4096;

type Imports = readonly (readonly [module: string, names: string])[];

/** Minified; the framework is the page's own. */
function bundle(imports: Imports, splitting: boolean) {
  const lines = imports.map(([module, names]) => `export { ${names} } from '${module}';`);
  return build({
    stdin: { contents: lines.join('\n'), resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    splitting,
    outdir: import.meta.dirname,
    metafile: true,
    write: false,
    format: 'esm',
    external: ['react', 'react-dom', 'vue', 'svelte', '*.svelte', '@angular/core'],
    conditions: ['@vitrine/source'],
  });
}

/** Of one file with everything. */
async function sizeOf(...imports: Imports): Promise<number> {
  const { outputFiles } = await bundle(imports, false);
  return gzipSync(outputFiles[0]?.contents ?? '').length;
}

/** The modules that a page loads before it asks for any other. */
async function modulesAtOnce(...imports: Imports): Promise<Set<string>> {
  const { outputs = {} } = (await bundle(imports, true)).metafile ?? {};
  const [entry = ''] = Object.keys(outputs).filter((path) => outputs[path]?.entryPoint === '<stdin>');
  const files = new Set([entry]);
  for (const file of files)
    for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') files.add(path);
  return new Set([...files].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {})));
}

const WRAPPERS = {
  react: 'VitrineSession, VitrineSurface, useSession, reactWidget',
  vue: 'VitrineSession, VitrineSurface, useSession, vueWidget',
  svelte: 'createSession, useSession, attachWidgets, svelteWidget',
  angular: 'injectSession, injectWidgets, provideVitrine, angularWidget',
};

it.each(Object.entries(WRAPPERS))('%s adds no more than 4 KiB to the element', async (name, names) => {
  const element = ['@vitrine/embed', 'defineElements, createSurface'] as const;
  const alone = await sizeOf(element);
  const wrapped = await sizeOf(element, [`@vitrine/${name}`, names]);
  expect(wrapped - alone).toBeGreaterThan(1000);
  expect(wrapped - alone).toBeLessThanOrEqual(MAX_ADDED_BYTES);
});

it.each([
  ['react', 'VitrineSession, useSession'],
  ['vue', 'VitrineSession, useSession'],
  ['svelte', 'createSession, useSession'],
  ['angular', 'injectSession, provideVitrine'],
])('a session in %s loads at once what the element does, and the wrapper', async (name, names) => {
  const element = ['@vitrine/embed', 'defineElements'] as const;
  const alone = await modulesAtOnce(element);
  const wrapped = await modulesAtOnce(element, [`@vitrine/${name}`, names]);
  const more = [...wrapped].filter((path) => !alone.has(path) && !path.includes(`packages/${name}/`));
  expect(more.map((path) => path.replace(/.*packages\//, '')).sort()).toEqual([
    'embed/src/session-observer.ts',
    'web/src/hosted-slots.ts',
  ]);
});
