// What a view has no looks for: charts, tables and whatever else no basic catalog of A2UI has are shown as the text that their
// picture is, and drawn anew with everything that changes their surface. Nothing of it is stored, and who acts acts on what stands
// in the session.

import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { minimal09 } from '@vitrine/core/catalogs/minimal-0.9';
import {
  boundedView,
  type Catalog,
  type Component,
  defined,
  drawText,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type Surface,
  Tree,
  takeAll,
  type View,
} from '@vitrine/core/internal';
import { drawViewSteps } from '@vitrine/dialects';

const BASIC = new Set([basic08.id, basic09.id, basic10.id]);
const WIDTH = 60;
/** Characters of one picture, and pictures of one surface: each is made with every change. */
const MAX_TEXT = 4000;
const MAX_PICTURES = 32;

export function plainFrames(frames: readonly JsonObject[], view: View): readonly JsonObject[] {
  const standIns = new Map<string, StandIn | undefined>();
  const standInOf = (id: string): StandIn | undefined => {
    const surface = view.surfaces.get(id);
    if (!standIns.has(id)) standIns.set(id, surface && standInFor(surface, view));
    return standIns.get(id);
  };
  // Each surface is told once how it stands now, behind the last that was told of it.
  const sent = new Set<string>();
  const plain = frames.toReversed().map((frame) => {
    const { message } = frame;
    if (!isObject(message) || !isArray(message.body)) return frame;
    const ids = surfacesIn(message.body).filter((id) => standInOf(id) !== undefined);
    if (ids.length === 0) return frame;
    const due = ids.filter((id) => !sent.has(id));
    for (const id of due) sent.add(id);
    const body = message.body.map((part) => plainPart(part, standInOf));
    const pictures = due.flatMap((id): readonly JsonObject[] => {
      const components = (standInOf(id)?.pictures ?? []) as unknown as readonly Json[];
      return components.length === 0 ? [] : [{ op: 'put', surface: id, components }];
    });
    return { ...frame, message: { ...message, body: [...body, ...pictures] } };
  });
  return plain.reverse();
}

interface StandIn {
  readonly catalog: string;
  /** What stands for components that the view cannot draw. */
  readonly pictures: readonly Component[];
  /** Undefined: it is part of a picture, or one itself. */
  readonly plain: (component: Component) => Component | undefined;
}

/** Undefined: the view draws all of it. */
function standInFor(surface: Surface, view: View): StandIn | undefined {
  const own = surface.catalogFor(undefined);
  const base = 'code' in own ? undefined : basicOf(own);
  const all = surface.components();
  // Of a catalog that builds on none the whole surface is one picture.
  if (base === undefined) {
    const only = (id: string): boolean => id === surface.id;
    const [drawn] = takeAll(drawViewSteps(view, { only, width: WIDTH, maxText: MAX_TEXT }));
    return {
      catalog: basic10.id,
      pictures: [pictureIn(surface.root, drawn?.text ?? '')],
      plain: () => undefined,
    };
  }
  const isPlain = ({ catalog, type }: Component): boolean =>
    base.components.has(type) && (catalog === undefined || catalogIn(catalog, surface) !== undefined);
  const strange = all.filter((component) => !isPlain(component));
  if (strange.length === 0 && BASIC.has((own as Catalog).id)) return undefined;
  return {
    catalog: base.id,
    pictures: strange.map((component, i) =>
      pictureIn(component.id, i < MAX_PICTURES ? drawn(component, surface, view) : '', component),
    ),
    plain: (component) => {
      if (!isPlain(component)) return undefined;
      const { catalog, ...rest } = component;
      return { ...rest, ...defined({ catalog: catalog && catalogIn(catalog, surface)?.id }) };
    },
  };
}

function catalogIn(id: string, surface: Surface): Catalog | undefined {
  const catalog = surface.catalogFor(id);
  return 'code' in catalog ? undefined : basicOf(catalog);
}

/** The basic catalog that it is, builds on or has its components from. */
function basicOf(catalog: Catalog): Catalog | undefined {
  if (catalog.id === minimal09.id) return basic09;
  return BASIC.has(catalog.id) ? catalog : catalog.base && basicOf(catalog.base);
}

/** One component as text. */
function drawn({ id }: Component, surface: Surface, view: View): string {
  const part = surface.over(surface.data);
  part.reveal({ op: 'reveal', surface: surface.id, root: id });
  return drawText(new Tree(part, boundedView(view)), { width: WIDTH, maxText: MAX_TEXT });
}

/** As code, which keeps its spaces: fenced by more than is in it. */
function pictureIn(id: string, text: string, { weight }: Pick<Component, 'weight'> = {}): Component {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return { id, type: 'Text', props: { text: `${fence}\n${text.trimEnd()}\n${fence}` }, ...defined({ weight }) };
}

function surfacesIn(body: readonly Json[]): readonly string[] {
  const ids = body.flatMap((part) => (isObject(part) && typeof part.surface === 'string' ? [part.surface] : []));
  return [...new Set(ids)];
}

function plainPart(part: Json, standInOf: (id: string) => StandIn | undefined): Json {
  if (!isObject(part) || typeof part.surface !== 'string') return part;
  const standIn = standInOf(part.surface);
  if (standIn === undefined) return part;
  const { catalog, components, ...rest } = part;
  const plain = isArray(components)
    ? components.flatMap((one) => standIn.plain(one as unknown as Component) ?? [])
    : undefined;
  return {
    ...rest,
    ...(part.op === 'open' || catalog !== undefined ? { catalog: standIn.catalog } : {}),
    ...defined({ components: plain as Json | undefined }),
  };
}
