// Between an agent and a session. What the agent said goes in: words as words, messages in the dialect of the form and in no
// other; into a run of OpenWOP its envelopes, and nothing else. What the host does not take comes back, and can be told to the
// agent. What a person did goes to it: words become text, messages of A2UI stay what they are, and the rest is none of its business.

import {
  Catalogs,
  defined,
  type Issue,
  isArray,
  isObject,
  issue,
  type Json,
  type JsonObject,
  Replica,
} from '@vitrine/core/internal';
import { type DialectId, dialectById } from '@vitrine/dialects';
import { refusalsOf, type ShownIn } from '@vitrine/face-kit';
import type { ExtensionForm } from '../forms.ts';
import { surfaceIn } from '../words.ts';
import type { AgentMessage } from './agent-update.ts';

/** The session of a run: what it takes passes the admission of OpenWOP there, as what nobody here vouches for. */
export type RunDialect = Extract<DialectId, `openwop-${string}`>;

/** Errors of what the host refused. Words have no place in a run, envelopes none anywhere else. */
export async function relayTo(
  session: ShownIn<DialectId>,
  { key, texts, messages, envelopes }: AgentMessage,
  dialect: DialectId,
  voucher: { readonly trust?: 'untrusted' } = { trust: 'untrusted' },
): Promise<readonly Issue[]> {
  const isRun = dialect.startsWith('openwop-');
  const all = isRun ? [...messages, ...envelopes] : messages;
  const words = texts.map((text) => ({ op: 'say', text }) as const);
  const refusedWords =
    isRun || words.length === 0 ? [] : await refusalsOf(session.ops(words, { key: `${key}:t`, ...voucher }));
  const shown = all.length === 0 ? [] : await refusalsOf(session.send(all, { key, dialect, ...voucher }));
  return [...refusedWords, ...shown, ...(isRun ? texts.map(() => NO_WORDS) : [])];
}

const NO_WORDS = issue('VITRINE_MESSAGE_SHAPE', 'warning', 'A run of OpenWOP has no place for words.');

/** How the form says to the agent that something could not be shown; none where it has no word for it. */
export function errorMessages(problem: Issue, about: readonly JsonObject[], dialect: DialectId): readonly JsonObject[] {
  const surface = surfaceOf(about);
  const event = { event: 'issue', issue: problem, ...defined({ surface }) } as const;
  const view = new Replica({ catalogs: new Catalogs([]) });
  const wire = dialectById(dialect)?.encodeEvent(event, view, new Date().toISOString()).wire ?? [];
  return wire.flatMap((message) => readAct(message)?.messages ?? []);
}

/** The first one named. */
function surfaceOf(messages: readonly JsonObject[]): string | undefined {
  const named = messages.map(surfaceIn).find((id) => id !== undefined);
  if (named !== undefined) return named;
  // An envelope whose payload names none is the surface of its node.
  const [envelope] = messages.filter(({ type }) => typeof type === 'string');
  return envelope === undefined ? undefined : String(envelope.nodeId ?? 'surface');
}

export interface PersonAct {
  readonly texts: readonly string[];
  readonly messages: readonly JsonObject[];
  /** No person did it: something of the agent's could not be shown. */
  readonly isReport: boolean;
}

/** Undefined: nothing for the agent. */
export function readAct(wire: Json): PersonAct | undefined {
  if (!isObject(wire)) return undefined;
  if (wire.vitrine === undefined) return { texts: [], messages: [wire], isReport: wire.error !== undefined };
  const texts = (isArray(wire.body) ? wire.body : []).flatMap((part) =>
    isObject(part) && part.event === 'say' && typeof part.text === 'string' ? [part.text] : [],
  );
  return texts.length === 0 ? undefined : { texts, messages: [], isReport: false };
}

/** As it came beside the message, or as the surfaces of a snapshot hold it. Undefined: none is asked for. */
export function dataModelIn(
  { version, dataModelKey: key }: ExtensionForm,
  source: Json | undefined,
): JsonObject | undefined {
  if (key === undefined || !isObject(source)) return undefined;
  if (isObject(source[key])) return { [key]: source[key] };
  if (!isObject(source.surfaces)) return undefined;
  const asked = Object.entries(source.surfaces).filter(([, surface]) => isObject(surface) && surface.sync === true);
  if (asked.length === 0) return undefined;
  const surfaces = Object.fromEntries(asked.map(([id, surface]) => [id, (surface as JsonObject).data ?? {}]));
  return { [key]: { version, surfaces } };
}
