// What a compiler made, judged as a host would judge it: by a strict fold of its own, in which the surfaces that are only updated
// are open. And what kind of fault an issue is.

import {
  type Catalog,
  Catalogs,
  Fold,
  type Issue,
  isObject,
  type JsonObject,
  type Limits,
} from '@vitrine/core/internal';
import { DIALECTS, Intake } from '@vitrine/dialects';
import { CatalogError, type FaultCategory } from './format.ts';

const SYNTAX: ReadonlySet<string> = new Set([
  'VITRINE_FORMAT_SYNTAX',
  'VITRINE_JSON_MALFORMED',
  'VITRINE_JSON_DEPTH',
  'VITRINE_MESSAGE_EMPTY',
  'VITRINE_LINE_SIZE',
]);

/** Undefined where nothing is an error. */
export function categoryOf(issues: readonly Issue[]): FaultCategory | undefined {
  const first = issues.find(({ severity }) => severity === 'error');
  if (first === undefined) return undefined;
  return SYNTAX.has(first.code) ? 'ParseError' : 'ValidationError';
}

export function judgeMessages(
  messages: readonly JsonObject[],
  catalogs: readonly Catalog[],
  limits: Limits | undefined,
): readonly Issue[] {
  const options = { strict: true, catalogs: new Catalogs(catalogs) };
  const fold = new Fold(limits === undefined ? options : { ...options, limits });
  const intake = new Intake(fold, { dialects: DIALECTS });
  const issues: Issue[] = [];
  for (const [i, message] of messages.entries()) {
    // A renderer judges who may call what; the arguments were judged by the compiler.
    if ('callRendererFunction' in message) continue;
    openFor(message, catalogs, fold, intake);
    for (const one of intake.message(message).issues)
      if (one.severity === 'error') issues.push({ ...one, at: `/${i}${one.at ?? ''}` });
  }
  return issues;
}

function openFor(message: JsonObject, catalogs: readonly Catalog[], fold: Fold, intake: Intake): void {
  const [key, payload] = Object.entries(message).find(([, value]) => isObject(value)) ?? [];
  if (key === undefined || key === 'createSurface' || !isObject(payload)) return;
  const { surfaceId } = payload;
  if (typeof surfaceId !== 'string' || fold.surfaces.has(surfaceId)) return;
  const [first, second] = catalogs;
  const catalogId =
    first === undefined || (second !== undefined && message.version === 'v1.0') ? {} : { catalogId: first.id };
  intake.message({ version: message.version ?? 'v1.0', createSurface: { surfaceId, ...catalogId } });
}

/** Throws where there is nothing that a model could be told, or two catalogs that it could not tell apart. */
export function activeCatalogs(catalogs: Iterable<Catalog>): readonly Catalog[] {
  const list = [...catalogs];
  if (list.length === 0) throw new CatalogError('There is no catalog.');
  if (new Set(list.map(({ id }) => id)).size < list.length) throw new CatalogError('Two catalogs have one id.');
  const protocols = new Set(list.map(({ protocol = '0.9' }) => protocol));
  if (protocols.size > 1 || protocols.has('0.8'))
    throw new CatalogError('The catalogs are of one protocol, A2UI 0.9 or later.');
  return list;
}
