// What a page adds to the element by having it in a framework.

import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const MAX_ADDED_BYTES = 4096;

/** Of one minified file; the framework is the page's own. */
async function sizeOf(...imports: readonly (readonly [module: string, names: string])[]): Promise<number> {
  const lines = imports.map(([module, names]) => `export { ${names} } from '${module}';`);
  const { outputFiles } = await build({
    stdin: { contents: lines.join('\n'), resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    external: ['react', 'react-dom', 'vue', 'svelte', '*.svelte', '@angular/core'],
    conditions: ['@vitrine/source'],
  });
  return gzipSync(outputFiles[0]?.contents ?? '').length;
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
