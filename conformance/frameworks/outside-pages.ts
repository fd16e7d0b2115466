// Pages of frameworks that are not installed with the repository: outside/framework-widgets says where they and their packages
// are, and runs the same tests on them.

import { join } from 'node:path';
import type { Plugin } from 'esbuild';

export interface OutsidePage {
  readonly page: string;
  /** Where its packages are. */
  readonly modules: string;
  /** Names that these packages are installed under, by the names that they are imported by. */
  readonly packages: { readonly [name: string]: string };
  /** The security policy, where the framework needs a laxer one. */
  readonly policy?: string;
}

export const OUTSIDE_PAGES: { readonly [framework: string]: OutsidePage } = JSON.parse(
  process.env.VITRINE_OUTSIDE_PAGES ?? '{}',
);

const RESOLVED = Symbol('resolved');

/** Whoever imports one of these packages gets the page's. */
export function outsidePlugin({ modules, packages }: OutsidePage): Plugin {
  return {
    name: 'outside',
    setup(build) {
      build.onResolve({ filter: /^[@\w]/ }, ({ path, kind, pluginData }) => {
        const name = Object.keys(packages).find((one) => path === one || path.startsWith(`${one}/`));
        if (name === undefined || pluginData === RESOLVED) return undefined;
        const wanted = `${packages[name]}${path.slice(name.length)}`;
        return build.resolve(wanted, { kind, resolveDir: join(modules, '..'), pluginData: RESOLVED });
      });
    },
  };
}
