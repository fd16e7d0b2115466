// What people have agreed to, by session and kind (AgentChains A2UI §8.4): durable records, told to the agent as entries.
// While the consent to collect data is taken back, no question and no form reaches its goal, by whatever road it comes.

import { agentchains } from '@vitrine/core/catalogs/agentchains';
import {
  type FacePorts,
  type Issue,
  issue,
  type Op,
  type PortRecord,
  type View,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { KeyQueue, timeAt } from '@vitrine/face-kit';

export const UI_INTERACTION = 'ui_interaction';
export const DATA_COLLECTION = 'data_collection';

export interface Consent {
  readonly consent_type: string;
  readonly granted: boolean;
  readonly granted_at: string | null;
  readonly revoked_at: string | null;
  /** Taken back by a person, who alone gives it again. */
  readonly by_person?: true;
}

type Party = 'agent' | 'viewer';

const PREFIX = 'consent/';
/** Kinds of consent in one session. */
const MAX_TYPES = 100;

export class Consents {
  readonly #port: FacePorts;
  /** Sessions whose people let no data be collected. */
  readonly #withheld = new Set<string>();
  /** By session: two that speak at once are heard one after the other. */
  readonly #writes = new KeyQueue<string>();
  #isLoaded = false;

  constructor(port: FacePorts) {
    this.#port = port;
    port.sessions.guard((session, body, _from, view) => this.#judge(session, body, view));
  }

  /** Each record once, before anything is asked. */
  load(record: PortRecord): void {
    if (record.session !== undefined && isWithheld(readConsent(record))) this.#withheld.add(record.session);
  }

  /** There are no more. */
  loaded(): void {
    this.#isLoaded = true;
  }

  async of(session: string): Promise<readonly Consent[]> {
    const found: Consent[] = [];
    for await (const record of this.#port.records.list(session)) found.push(...[readConsent(record) ?? []].flat());
    return found.sort((a, b) => (a.consent_type < b.consent_type ? -1 : 1));
  }

  async get(session: string, type: string): Promise<Consent | undefined> {
    return readConsent(await this.#port.records.read(keyOf(session, type)));
  }

  /** The last word counts, unless a person's stands against it. Undefined: there are too many kinds already. */
  record(session: string, type: string, granted: boolean, by: Party): Promise<Consent | 'theirs' | undefined> {
    return this.#writes.run(session, async () => {
      const isTheirs = (await this.get(session, type))?.by_person === true;
      return isTheirs && granted && by === 'agent' ? 'theirs' : this.#record(session, type, granted, by);
    });
  }

  /** What nobody has spoken of yet is granted by doing it; what was taken back is not. */
  imply(session: string, type: string): Promise<void> {
    return this.#writes.run(session, async () => {
      if ((await this.get(session, type)) === undefined) await this.#record(session, type, true, 'viewer');
    });
  }

  /** Undefined: it was never given. */
  revoke(session: string, type: string, by: Party): Promise<Consent | undefined> {
    return this.#writes.run(session, async () => {
      const known = await this.get(session, type);
      const isDone = known?.granted === false && (by === 'agent' || known.by_person === true);
      return known === undefined || isDone ? known : this.#record(session, type, false, by);
    });
  }

  /** The session is over and its records go. */
  forget(session: string): void {
    this.#withheld.delete(session);
  }

  /** Why nothing may be collected in a session; undefined: it may. */
  refusal(session: string): Issue | undefined {
    if (!this.#isLoaded)
      return { ...issue('VITRINE_BUSY', 'error', 'Try again: the consents are being read.'), fault: 'host' };
    if (!this.#withheld.has(session)) return undefined;
    return issue('VITRINE_CONSENT_REVOKED', 'error', `The consent ${DATA_COLLECTION} was taken back.`);
  }

  async #record(session: string, type: string, granted: boolean, by: Party): Promise<Consent | undefined> {
    const known = await this.get(session, type);
    if (known === undefined && (await this.of(session)).length >= MAX_TYPES) return undefined;
    const now = timeAt(this.#port.transport.now());
    const isTheirs = by === 'viewer' || known?.by_person === true;
    const consent: Consent = granted
      ? { consent_type: type, granted, granted_at: now, revoked_at: null }
      : {
          ...{ consent_type: type, granted, granted_at: known?.granted_at ?? null, revoked_at: now },
          ...(isTheirs ? { by_person: true } : {}),
        };
    await this.#keep(session, consent);
    return consent;
  }

  /** The agent is told in the commit of the record. */
  async #keep(session: string, consent: Consent): Promise<void> {
    const { sessions, records } = this.#port;
    const { consent_type: kind, granted } = consent;
    // Withheld before it is written: nothing may slip in between.
    if (isWithheld(consent)) this.#withheld.add(session);
    const record: PortRecord = { key: keyOf(session, kind), session, value: { ...consent } };
    const body = [{ event: 'consent', kind, granted } as const];
    await sessions.write(session, [{ body }], { records: [record] }).catch((error: unknown) => {
      // A closed session has nobody to be told.
      if ((error as { code?: unknown }).code !== 'VITRINE_LOG_SESSION_CLOSED') throw error;
      return records.write([record]);
    });
    if (kind === DATA_COLLECTION && granted) this.#withheld.delete(session);
  }

  #judge(session: string, body: readonly (Op | ViewerEvent)[], view: View): Issue | undefined {
    if (this.#isLoaded && !this.#withheld.has(session)) return undefined;
    // What is typed is not sent again when it is refused, so it does not wait until the consents are read.
    const isEntered = this.#isLoaded && body.some((part) => 'event' in part && part.event === 'input');
    return isEntered || body.some((part) => collects(part, view)) ? this.refusal(session) : undefined;
  }
}

function keyOf(session: string, type: string): string {
  return `${PREFIX}${session}/${type}`;
}

function isWithheld(consent: Consent | undefined): boolean {
  return consent?.consent_type === DATA_COLLECTION && !consent.granted;
}

/** A question that is more than yes or no, its answer, or a form that is sent. */
function collects(part: Op | ViewerEvent, view: View): boolean {
  if ('op' in part) return part.op === 'ask' && part.want.kind !== 'confirm';
  if (part.event === 'answer')
    return part.value !== null && (view.asks.get(part.ask)?.want.kind ?? 'confirm') !== 'confirm';
  if (part.event !== 'action') return false;
  const surface = view.surfaces.get(part.surface);
  const source = surface?.components().find(({ id }) => id === part.source);
  return source?.type === 'form' && (source.catalog ?? surface?.catalog) === agentchains.id;
}

/** Undefined: it is that of something else. Only this face writes them. */
function readConsent(record: PortRecord | undefined): Consent | undefined {
  return record?.key.startsWith(PREFIX) === true ? (record.value as unknown as Consent) : undefined;
}
