// What a compiler made, judged as a host would judge it: by a strict fold of its own, in which the surfaces that are only updated
// are open. And what kind of fault an issue is.

import {
  type Catalog,
  Catalogs,
  Fold,
  type Issue,
  isObject,
  issue,
  type JsonObject,
  type Limits,
  quote,
} from '@vitrine/core/internal';
import { DIALECTS, Intake } from '@vitrine/dialects';
import { isNamed } from './express/catalog-names.ts';
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
    if (isObject(message.callRendererFunction)) {
      issues.push(...judgeCall(message.callRendererFunction, catalogs, `/${i}/callRendererFunction/callFunction`));
      continue;
    }
    openFor(message, catalogs, fold, intake);
    for (const one of intake.message(message).issues)
      if (one.severity === 'error') issues.push({ ...one, at: `/${i}${one.at ?? ''}` });
  }
  return issues;
}

/** Only whether there is such a function: a renderer judges who may call what. */
function judgeCall({ callFunction }: JsonObject, catalogs: readonly Catalog[], at: string): readonly Issue[] {
  if (!isObject(callFunction)) return [issue('VITRINE_MESSAGE_FIELD_MISSING', 'error', 'No function is named.', at)];
  const { catalogId, '@call': newer, call } = callFunction;
  const among = catalogs.filter((one) => catalogId === undefined || isNamed(one, String(catalogId)));
  const name = String(newer ?? call);
  if (among.length === 0)
    return [issue('VITRINE_CATALOG_UNKNOWN', 'error', `There is no catalog ${quote(String(catalogId))}.`, at)];
  if (among.some(({ functions }) => functions.has(name))) return [];
  return [issue('VITRINE_FUNCTION_UNKNOWN', 'error', `The catalog has no function ${quote(name)}.`, at)];
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
