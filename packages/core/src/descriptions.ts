// The shape of a catalog's prose. The texts themselves stand in modules that browsers never load; schema.ts and
// reference.ts take them as an option.

import { own } from './json.ts';

/** Keys of nested properties are paths: the title of a tab is `tabs.title`. */
export interface EntityDescription {
  readonly summary?: string;
  readonly props?: { readonly [path: string]: string };
}

/** Whoever describes a catalog says as much of it as they like: all of it may be left out. */
export interface CatalogDescriptions {
  readonly title?: string;
  readonly summary?: string;
  readonly components?: { readonly [name: string]: EntityDescription };
  readonly functions?: { readonly [name: string]: EntityDescription };
  readonly theme?: { readonly [path: string]: string };
}

/** The prose of one property, by its path below the component, function or theme. */
export type Describe = (path: string) => string | undefined;

export function describeFrom(texts: { readonly [path: string]: string } | undefined): Describe {
  return (path) => (texts === undefined ? undefined : own(texts, path));
}
