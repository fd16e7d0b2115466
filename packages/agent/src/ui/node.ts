// What builders make: one component that may hold others, not yet with an id. flatten.ts turns a tree of them into the
// flat components of a surface.

import type { Accessibility, Catalog } from '@vitrine/core/internal';

/** What every component may have besides the properties that its catalog declares. */
export interface Common {
  /** Absent: told from its place in the tree, the same each time. */
  readonly id?: string;
  /** Its share of a row or a column. */
  readonly weight?: number;
  readonly accessibility?: Accessibility;
}

export class UiNode {
  readonly catalog: Catalog;
  readonly type: string;
  readonly props: object;
  readonly common: Common;

  constructor(catalog: Catalog, type: string, props: object, common: Common) {
    this.catalog = catalog;
    this.type = type;
    this.props = props;
    this.common = common;
  }
}

/** One node for each item of a list in the data. */
export class Each {
  readonly path: string;
  readonly item: UiNode | string;

  constructor(path: string, item: UiNode | string) {
    this.path = path;
    this.item = item;
  }
}

/** For the place of `children`. Paths without a leading slash begin at the item. */
export function each(path: string, item: UiNode | string): Each {
  return new Each(path, item);
}
