// What the schema of generation 2 cannot say: that a payload speaks of one surface and one catalog, and in which order a
// surface may be spoken of. A surface is created first, never twice, and after it was deleted only created anew.

import { type Issue, type IssueCode, issue, type JsonObject, quote, type View } from '@vitrine/core/internal';

const KINDS = ['createSurface', 'updateComponents', 'updateDataModel', 'deleteSurface'] as const;
export type EnvelopeKind = (typeof KINDS)[number];

export interface Message {
  readonly kind: EnvelopeKind;
  readonly content: JsonObject;
  /** Where it stands. */
  readonly at: string;
}

/** The messages of a payload that its schema accepts. */
export function messagesOf(payload: JsonObject): readonly Message[] {
  return (payload.messages as readonly JsonObject[]).map((message, index) => {
    const kind = KINDS.find((key) => Object.hasOwn(message, key)) as EnvelopeKind;
    return { kind, content: message[kind] as JsonObject, at: `/payload/messages/${index}/${kind}` };
  });
}

/** One surface and one catalog throughout. */
export function crossFieldProblem(payload: JsonObject): Issue | undefined {
  for (const { kind, content, at } of messagesOf(payload)) {
    if (content.surfaceId !== payload.surfaceId) {
      const message = `The message speaks of ${quote(String(content.surfaceId))}, its payload of ${quote(String(payload.surfaceId))}.`;
      return issue('VITRINE_MESSAGE_SHAPE', 'error', message, `${at}/surfaceId`);
    }
    if (kind === 'createSurface' && content.catalogId !== payload.catalogId)
      return issue(
        'VITRINE_MESSAGE_SHAPE',
        'error',
        'The surface and its payload name different catalogs.',
        `${at}/catalogId`,
      );
  }
  return undefined;
}

/** Each message must find the surface as it needs it. */
export function foldProblem(payload: JsonObject, view: Pick<View, 'surfaces'>): Issue | undefined {
  let isThere = view.surfaces.has(payload.surfaceId as string);
  for (const { kind, at } of messagesOf(payload)) {
    if (kind === 'createSurface') {
      if (isThere)
        return orderProblem('VITRINE_SURFACE_EXISTS', 'is there already: createSurface stands first, once', at);
      isThere = true;
    } else {
      if (!isThere)
        return orderProblem('VITRINE_SURFACE_UNKNOWN', `is not there: createSurface comes before ${kind}`, at);
      if (kind === 'deleteSurface') isThere = false;
    }
  }
  return undefined;
}

function orderProblem(code: IssueCode, what: string, at: string): Issue {
  return issue(code, 'error', `The surface ${what}.`, `${at}/surfaceId`);
}

/** The same id twice in one message: which of the two was meant, nobody knows. */
export function duplicateProblem(payload: JsonObject): Issue | undefined {
  for (const { kind, content, at } of messagesOf(payload)) {
    if (kind !== 'updateComponents') continue;
    const seen = new Set<string>();
    for (const [index, { id }] of (content.components as readonly { id: string }[]).entries()) {
      if (seen.has(id))
        return issue(
          'VITRINE_COMPONENT_DUPLICATE',
          'error',
          `Two components have the id ${quote(id)}.`,
          `${at}/components/${index}/id`,
        );
      seen.add(id);
    }
  }
  return undefined;
}
