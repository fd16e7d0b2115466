// Has esbuild read components of Svelte, as its users' bundlers do.

import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { compile } from 'svelte/compiler';

export const sveltePlugin: Plugin = {
  name: 'svelte',
  setup(build) {
    build.onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { js } = compile(await readFile(path, 'utf8'), {
        filename: path,
        generate: 'client',
        // Under a policy with trusted types, elements are made one by one.
        fragments: 'tree',
        experimental: { async: true },
      });
      return { contents: js.code, loader: 'js' };
    });
  },
};
