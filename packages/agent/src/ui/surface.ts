// Components and data of one surface, judged as a host would judge them strictly, before anything is sent.

import {
  type Catalog,
  Catalogs,
  type Component,
  defined,
  Fold,
  type Issue,
  type JsonObject,
  type OpenOp,
} from '@vitrine/core/internal';
import { UiError, uiError } from '../errors.ts';
import { flatten } from './flatten.ts';
import { UiNode } from './node.ts';
import { toPlain } from './plain.ts';

export interface SurfaceContent {
  readonly root: UiNode;
  readonly data?: JsonObject;
  readonly theme?: JsonObject;
  /** The data of the surface comes along with every action. */
  readonly sync?: boolean;
}

/** A surface that can be opened, here or in any dialect. */
export interface UiSurface {
  readonly id: string;
  readonly op: OpenOp;
  /** What its components are of; the first is the surface's own. */
  readonly catalogs: readonly Catalog[];
}

const ROOT = 'root';

/** Throws a UiError when a strict reader would refuse it. */
export function surface(id: string, { root, data, theme, sync }: SurfaceContent): UiSurface {
  const { catalog } = root;
  const rootId = root.common.id ?? ROOT;
  const { components, catalogs } = flatten([{ node: root, id: ROOT }], catalog);
  const op: OpenOp = {
    op: 'open',
    surface: id,
    catalog: catalog.id,
    ...defined({ protocol: catalog.protocol }),
    ...(rootId === ROOT ? {} : { root: rootId }),
    ...defined({ theme: theme && plainObject(theme, 'theme') }),
    ...(sync === true ? { sync } : {}),
    components,
    ...defined({ data: data && plainObject(data, 'data') }),
  };
  verify(op, catalogs);
  return { id, op, catalogs: [...catalogs] };
}

/** The components of nodes for a surface that is there: one without an id takes the place of the root. */
export function components(nodes: UiNode | readonly UiNode[]): readonly Component[] {
  const list = nodes instanceof UiNode ? [nodes] : nodes;
  const [first] = list;
  if (first === undefined) throw uiError('VITRINE_MESSAGE_EMPTY', 'An update has no component.');
  // Every component names its catalog: what the surface's own is, is not known here.
  const flat = flatten(list.map((node) => ({ node, id: ROOT })));
  const { id: catalog, protocol } = first.catalog;
  verify(
    { op: 'open', surface: 'update', catalog, ...defined({ protocol }), components: flat.components },
    flat.catalogs,
  );
  return flat.components;
}

function plainObject(value: JsonObject, where: string): JsonObject {
  const place = (): never => {
    throw uiError('VITRINE_PROP_TYPE', `${where} takes no component.`);
  };
  return toPlain(value, { owner: where, path: [], props: [], place }) as JsonObject;
}

function verify(op: OpenOp, catalogs: Iterable<Catalog>): void {
  const { ok, issues } = new Fold({ catalogs: new Catalogs(catalogs), strict: true }).accept({ body: [op] });
  if (!ok) throw new UiError(issues.map((found) => inWords(op, found)).join('\n'), issues);
}

/** Says which component it is about by its name. */
function inWords(op: OpenOp, { at = '', message }: Issue): string {
  const [, index, rest = ''] = /^\/components\/(\d+)(.*)$/.exec(at) ?? [];
  const component = index === undefined ? undefined : op.components?.[Number(index)];
  if (component === undefined) return `Surface ${JSON.stringify(op.surface)}${at}: ${message}`;
  return `${component.type} ${JSON.stringify(component.id)}${rest}: ${message}`;
}
