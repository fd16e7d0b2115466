// What an author sent and a person never gets: properties of which nothing can be drawn, addresses that are not followed.
// Asked by linters at the end of a stream, of the tree as it stands then. An error where nothing is there for it, a warning
// where a placeholder is.

import { readAction } from './action.ts';
import { evaluate, isAgentFunction, isCallBinding } from './binding.ts';
import { child, type Prop } from './catalog.ts';
import { type Issue, issue, quote } from './issue.ts';
import { isArray, isObject, type Json, own } from './json.ts';
import { escapeSegment } from './pointer.ts';
import { bearsChild } from './references.ts';
import type { Tree } from './tree.ts';
import type { TreeNode } from './tree-node.ts';
import { walkTree } from './tree-walk.ts';
import { checkLink, checkMedia, type MediaKind, type UrlPolicy } from './url.ts';
import { conditionOf } from './validation.ts';

/** Which hosts a page lets in, and where it stands itself, is its own affair; what no page lets in is told. */
const POLICY: UrlPolicy = { media: ['*', 'self'], links: 'web', base: 'https://page.invalid/' };

/** One issue for each property of each component, however often a template repeats it. */
export function unshown(tree: Tree): readonly Issue[] {
  const found = new Map<string, Issue>();
  for (const node of walkTree(tree)) {
    if (node.state !== 'resolved') continue;
    for (const problem of problemsOf(node)) {
      const at = `/surfaces/${escapeSegment(tree.surface.id)}/${escapeSegment(node.id)}/${problem.name}`;
      found.set(at, issue(problem.code, problem.severity, problem.message, at));
    }
  }
  for (const problem of pictureProblems(tree)) found.set(problem.at ?? '', problem);
  return [...found.values()];
}

/** Of pictures that a theme names. */
function* pictureProblems({ surface }: Tree): Iterable<Issue> {
  const catalog = surface.catalogFor(undefined);
  if ('code' in catalog || catalog.theme?.kind !== 'object') return;
  for (const [name, prop] of Object.entries(catalog.theme.props)) {
    const url = surface.theme === undefined ? undefined : own(surface.theme, name);
    const message = prop.media === true ? mediaMessage(url, 'image') : undefined;
    const at = `/surfaces/${escapeSegment(surface.id)}/theme/${escapeSegment(name)}`;
    if (message !== undefined) yield issue('VITRINE_URL_REFUSED', 'warning', message, at);
  }
}

interface Problem extends Pick<Issue, 'code' | 'severity' | 'message'> {
  /** The property, or the place in it. */
  readonly name: string;
}

function* problemsOf(node: TreeNode): Iterable<Problem> {
  for (const [name, prop] of Object.entries(node.declaration?.props ?? {})) {
    const raw = node.component?.props[name];
    if (raw === undefined) continue;
    const lost = lostIn(prop, raw, name, isOptions(node, name));
    if (lost !== undefined) {
      const message = `Not shown: ${quote(lost.at)} of ${quote(node.id)} is no ${lost.wanted}, so nothing stands for it.`;
      yield { name: lost.at, code: 'VITRINE_PROP_TYPE', severity: 'error', message };
    } else if (prop.media === true) yield* mediaProblem(name, node);
    else if (prop.kind === 'action') yield* callProblem(name, raw, node);
  }
}

function isOptions({ declaration }: TreeNode, name: string): boolean {
  const takes = declaration?.takes;
  return takes?.kind === 'choice' && takes.options === name;
}

interface Lost {
  readonly at: string;
  /** What would have to stand there. */
  readonly wanted: string;
}

/** The first of which nothing can come, in the value or the value itself. Single values are made to fit, and shown. */
function lostIn(prop: Prop, raw: Json, at: string, isOptions = false): Lost | undefined {
  const wanted = lostAs(prop, raw);
  if (wanted !== undefined) return { at, wanted };
  if (prop.kind === 'children' && isArray(raw)) return first(raw, (id, i) => lostIn(ID, id, `${at}/${i}`));
  if (prop.kind === 'checks' && isArray(raw))
    return first(raw, (rule, i) =>
      isObject(rule) && conditionOf(rule) !== undefined ? undefined : { at: `${at}/${i}`, wanted: 'check' },
    );
  if (prop.kind === 'object' && isObject(raw))
    return first(Object.keys(prop.props), (name) => {
      const inner = own(raw, name);
      return inner === undefined ? undefined : lostIn(prop.props[name] as Prop, inner, `${at}/${escapeSegment(name)}`);
    });
  if (prop.kind !== 'list' || !isArray(raw) || !(isOptions || bearsChild(prop.item))) return undefined;
  return first(raw, (item, i) => {
    const place = `${at}/${i}`;
    if (prop.item.kind === 'object' && !isObject(item)) return { at: place, wanted: 'object' };
    return lostIn(prop.item, item, place);
  });
}

const ID = child();

function first<T>(list: readonly T[], lostAt: (item: T, index: number) => Lost | undefined): Lost | undefined {
  for (let i = 0; i < list.length; i++) {
    const found = lostAt(list[i] as T, i);
    if (found !== undefined) return found;
  }
  return undefined;
}

function lostAs(prop: Prop, raw: Json): string | undefined {
  switch (prop.kind) {
    case 'child':
      return typeof raw === 'string' ? undefined : 'id of a component';
    case 'children':
      return isArray(raw) || isTemplate(raw) ? undefined : 'list of components';
    case 'list':
      return isArray(raw) || (prop.dynamic === true && isObject(raw)) ? undefined : 'list';
    case 'checks':
      return isArray(raw) ? undefined : 'list';
    case 'action':
      return readAction(raw) === undefined ? 'action' : undefined;
    default:
      return undefined;
  }
}

function isTemplate(raw: Json): boolean {
  return isObject(raw) && typeof raw.componentId === 'string' && typeof raw.path === 'string';
}

function* mediaProblem(name: string, node: TreeNode): Iterable<Problem> {
  const message = mediaMessage(node.get(name), kindOf(node.component?.type));
  if (message !== undefined) yield { name, code: 'VITRINE_URL_REFUSED', severity: 'warning', message };
}

function mediaMessage(url: unknown, kind: MediaKind): string | undefined {
  // Empty while its data has not come.
  if (typeof url !== 'string' || url === '') return undefined;
  const checked = checkMedia(url, kind, POLICY);
  if (checked.ok) return undefined;
  return `Not shown, a placeholder stands in its place: ${checked.issues[0]?.message ?? ''}`;
}

function kindOf(type = ''): MediaKind {
  return /video/i.test(type) ? 'video' : /audio/i.test(type) ? 'audio' : 'image';
}

/** A call that nobody carries out, or that opens an address which nobody is sent to: pressing does nothing. */
function* callProblem(name: string, raw: Json, { scope }: TreeNode): Iterable<Problem> {
  const action = readAction(raw);
  if (action === undefined || !('functionCall' in action) || !isCallBinding(action.functionCall)) return;
  const { call, args, catalog: named } = action.functionCall;
  const catalog = scope.surface.catalogFor(named);
  if ('code' in catalog) return;
  if (!catalog.functions.has(call) && !isAgentFunction(catalog, call)) {
    const message = `Nothing is done when it is pressed: the catalog ${quote(catalog.id)} has no function ${quote(call)}.`;
    yield { name, code: 'VITRINE_FUNCTION_UNKNOWN', severity: 'error', message };
  }
  if (call !== 'openUrl') return;
  const url = evaluate(args?.url ?? null, scope);
  // Its data may still come.
  if (isObject(args?.url) && (typeof url !== 'string' || url === '')) return;
  const checked = checkLink(url, POLICY);
  if (checked.ok) return;
  const message = `Not opened when it is pressed: ${checked.issues[0]?.message ?? ''}`;
  yield { name, code: 'VITRINE_URL_REFUSED', severity: 'error', message };
}
