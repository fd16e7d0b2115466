// What an author sent and a person never gets: properties of which nothing can be drawn, addresses that are not followed.
// Asked by linters at the end of a stream, of the tree as it stands then. An error where nothing is there for it, a warning
// where a placeholder is.

import { readAction } from './action.ts';
import { evaluate, isCallBinding } from './binding.ts';
import type { Prop } from './catalog.ts';
import { type Issue, issue, quote } from './issue.ts';
import { isArray, isObject, type Json } from './json.ts';
import { escapeSegment } from './pointer.ts';
import type { Tree } from './tree.ts';
import type { TreeNode } from './tree-node.ts';
import { walkTree } from './tree-walk.ts';
import { checkLink, checkMedia, type MediaKind, type UrlPolicy } from './url.ts';

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
  return [...found.values()];
}

interface Problem extends Pick<Issue, 'code' | 'severity' | 'message'> {
  readonly name: string;
}

function* problemsOf(node: TreeNode): Iterable<Problem> {
  for (const [name, prop] of Object.entries(node.declaration?.props ?? {})) {
    const raw = node.component?.props[name];
    if (raw === undefined) continue;
    const lost = lostAs(prop, raw);
    if (lost !== undefined) {
      const message = `Not shown: ${quote(name)} of ${quote(node.id)} is no ${lost}, so nothing stands for it.`;
      yield { name, code: 'VITRINE_PROP_TYPE', severity: 'error', message };
    } else if (prop.media === true) yield* mediaProblem(name, node);
    else if (prop.kind === 'action') yield* linkProblem(name, raw, node);
  }
}

/** What a value would have to be for anything to come of it. Single values are made to fit, and shown. */
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
  const url = node.get(name);
  // Empty while its data has not come.
  if (typeof url !== 'string' || url === '') return;
  const checked = checkMedia(url, kindOf(node.component?.type), POLICY);
  if (checked.ok) return;
  const message = `Not shown, a placeholder stands in its place: ${checked.issues[0]?.message ?? ''}`;
  yield { name, code: 'VITRINE_URL_REFUSED', severity: 'warning', message };
}

function kindOf(type = ''): MediaKind {
  return /video/i.test(type) ? 'video' : /audio/i.test(type) ? 'audio' : 'image';
}

/** A call that opens an address which nobody is sent to: pressing does nothing. */
function* linkProblem(name: string, raw: Json, node: TreeNode): Iterable<Problem> {
  const action = readAction(raw);
  if (action === undefined || !('functionCall' in action) || !isCallBinding(action.functionCall)) return;
  const { call, args } = action.functionCall;
  if (call !== 'openUrl') return;
  const url = evaluate(args?.url as Json, node.scope);
  if (typeof url !== 'string' || url === '') return;
  const checked = checkLink(url, POLICY);
  if (checked.ok) return;
  const message = `Not opened when it is pressed: ${checked.issues[0]?.message ?? ''}`;
  yield { name, code: 'VITRINE_URL_REFUSED', severity: 'error', message };
}
