// The driver that both generations share: after an entry each surface that it touched is pictured again, and what differs
// from what was sent before is said in envelopes.

import {
  askSurfaceId,
  type Entry,
  type Json,
  type JsonObject,
  type Op,
  type Surface,
  type SurfaceId,
  type Time,
  type Trust,
  taskSurfaceId,
  type View,
  type ViewerEvent,
} from '@vitrine/core/internal';
import type { Capabilities, DialectClock, Encoded, Loss } from '../dialect.ts';
import { Losses } from '../lowering/losses.ts';
import { Inner } from './inner.ts';
import { surfaceName } from './names.ts';
import { type Generation, SURFACE_KIND } from './schemas.ts';
import { shownOf, type WopSurface } from './showing.ts';

/** How one generation says what changed. */
export interface Speech<Sent> {
  readonly generation: Generation;
  /** What is said of a surface, from what it shows; undefined: nothing. */
  sentOf(id: SurfaceId, view: View, shown: WopSurface | undefined, lose: (what: string) => void): Sent | undefined;
  /** Payloads that make the one the other. */
  payloads(name: string, before: Sent | undefined, now: Sent | undefined): readonly JsonObject[];
  /** Whether a surface is said as its author said it: then nothing is lost on the way through the basic catalog. */
  isOwn(id: SurfaceId, view: View): boolean;
  /** Members of the envelope that only this generation has. */
  head(name: string, surface: Surface | undefined, lose: (what: string) => void): JsonObject;
}

export interface Memory<Sent> {
  readonly inner: Inner;
  readonly sent: Map<SurfaceId, Sent>;
  readonly reportedLosses: Set<string>;
  /** Envelopes so far. */
  count: number;
}

interface WopEncoder<Sent> {
  join(view: View, capabilities?: Capabilities, moment?: DialectClock): Encoded & { readonly memory: Memory<Sent> };
  encode(entry: Pick<Entry, 'body'> & Partial<Pick<Entry, 'at'>>, view: View, memory: Memory<Sent>): Encoded;
}

export function createWopEncoder<Sent>(speech: Speech<Sent>): WopEncoder<Sent> {
  return {
    join(view, _capabilities, moment) {
      const inner = new Inner(view);
      const memory: Memory<Sent> = { inner, sent: new Map(), reportedLosses: new Set(), count: 0 };
      const ids = new Set([...view.surfaces.keys(), ...inner.replica.surfaces.keys()]);
      return { ...say(ids, speech, view, memory, inner.losses, moment?.now), memory };
    },
    encode(entry, view, memory) {
      const lost = memory.inner.take(entry, view);
      return say(new Set(entry.body.flatMap(touchedBy)), speech, view, memory, lost, entry.at);
    },
  };
}

function touchedBy(part: Op | ViewerEvent): readonly SurfaceId[] {
  if ('surface' in part && typeof part.surface === 'string') return [part.surface];
  if ('ask' in part) return [askSurfaceId(part.ask)];
  return 'task' in part ? [taskSurfaceId(part.task)] : [];
}

/** Before all times: nobody said when. */
const NEVER = '1970-01-01T00:00:00.000Z';

function say<Sent>(
  ids: ReadonlySet<SurfaceId>,
  speech: Speech<Sent>,
  view: View,
  memory: Memory<Sent>,
  lost: readonly Loss[],
  at: Time = NEVER,
): Encoded {
  const losses = new Losses(memory.reportedLosses);
  for (const { what, surface, component } of lost)
    if (surface === undefined || !speech.isOwn(surface, view)) losses.tell(what, surface, component);
  const wire: Json[] = [];
  for (const id of ids) {
    const name = surfaceName(id);
    const lose = (what: string): void => losses.tell(what, id);
    if (name === undefined) lose('a surface whose id is too long is not sent');
    else {
      const shown = shownOf(id, view, memory.inner, lose);
      const now = speech.sentOf(id, view, shown, lose);
      const before = memory.sent.get(id);
      const surface = view.surfaces.get(id);
      for (const payload of speech.payloads(name, before, now)) {
        const around = { at, trust: surface?.trust ?? 'trusted', partial: shown?.partial === true };
        const head = speech.head(name, surface, lose);
        wire.push(envelopeOf(payload, speech.generation, head, { ...around, count: memory.count++ }));
      }
      if (now === undefined) memory.sent.delete(id);
      else memory.sent.set(id, now);
    }
  }
  return { wire, losses: losses.list };
}

interface Around {
  readonly at: Time;
  readonly trust: Trust;
  readonly partial: boolean;
  readonly count: number;
}

function envelopeOf(payload: JsonObject, schemaVersion: Generation, head: JsonObject, around: Around): JsonObject {
  const id = `${around.count}:${fingerprint(JSON.stringify(payload))}`;
  return {
    type: SURFACE_KIND,
    schemaVersion,
    envelopeId: `vitrine:e:${id}`,
    // The same words again are the same envelope to whoever remembers it.
    correlationId: `vitrine:c:${id}`,
    ...head,
    payload,
    ...(around.partial ? { partial: { isPartial: true, index: 0, total: -1 } } : {}),
    meta: {
      source: 'ai-generation',
      ts: around.at,
      ...(around.trust === 'untrusted' ? { contentTrust: 'untrusted' } : {}),
    },
  };
}

/** FNV-1a over UTF-16 units, twice with different starts: for telling texts apart, not for secrets. */
function fingerprint(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193];
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b);
  }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
}
