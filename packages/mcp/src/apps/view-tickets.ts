// The ticket of a view: which session, and which of its surfaces, a document inside an MCP host may show and act on. It stands
// in the result of the call that the view was made for. It is signed, expires, and falls with its agent and its session.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { defined, type FacePorts, isObject, type JsonObject, type PortGrant, parseJson } from '@vitrine/core/internal';
import { perMinute, Rate } from '@vitrine/face-kit';
import type { McpSettings } from '../settings.ts';
import { ToolError } from '../tool-error.ts';

export interface ViewTicket {
  readonly session: string;
  readonly agent: string;
  /** Only this surface; absent: all that the session shows. */
  readonly surface?: string;
  /** What viewers by this ticket are called. */
  readonly viewer: string;
  /** The seq that the session had: of two views of the same, the one made later is the one that counts. */
  readonly madeAt: number;
  readonly grant: PortGrant;
  /** Milliseconds by the time of credentials. */
  readonly expiresAt: number;
}

type TicketPorts = Pick<FacePorts, 'identity' | 'sessions' | 'transport'>;

const MAX_LENGTH = 2048;
const GONE = 'What is shown here is no longer open to this view. Ask the agent to show it again.';

export class ViewTickets {
  readonly #port: TicketPorts;
  readonly #lifeMs: number;
  /** Wrong ones, by the agent whose key they come with, or by the address where they come without. */
  readonly #guesses: Rate;

  constructor(
    port: TicketPorts,
    { ticketHours, guessesPerMinute }: Pick<McpSettings, 'ticketHours' | 'guessesPerMinute'>,
  ) {
    this.#port = port;
    this.#lifeMs = ticketHours * 3_600_000;
    this.#guesses = new Rate(perMinute('tickets', guessesPerMinute, port.transport));
  }

  /** Undefined: the agent's key was taken back meanwhile. */
  async make(wanted: Pick<ViewTicket, 'session' | 'agent' | 'surface' | 'madeAt'>): Promise<string | undefined> {
    const { identity } = this.#port;
    const [secret] = identity.secrets();
    const agent = await identity.agent(wanted.agent);
    if (secret === undefined || agent === undefined) return undefined;
    const viewer = `mcp-view-${randomBytes(9).toString('base64url')}`;
    const ticket = { ...wanted, viewer, grant: agent.grant, expiresAt: identity.now() + this.#lifeMs };
    const body = Buffer.from(JSON.stringify(ticket)).toString('base64url');
    return `${body}.${signed(secret, body)}`;
  }

  /**
   * Refuses one that is not of this session, or no longer holds, and says no more than that. `from`: by whom wrong ones are counted;
   * `agent`: whose key it came with, where it came with one.
   */
  async read(text: unknown, session: unknown, from: string, agent?: string): Promise<ViewTicket> {
    const ticket = typeof text === 'string' ? this.#read(text) : undefined;
    const { identity, sessions } = this.#port;
    const isOwn = ticket?.session === session && (agent === undefined || ticket?.agent === agent);
    const holds = isOwn && ticket !== undefined && ticket.expiresAt > identity.now() && identity.holds(ticket.grant);
    if (holds && (await sessions.find(ticket.session))?.agent === ticket.agent) return ticket;
    this.#guesses.assert(from);
    throw new ToolError(GONE, 'VITRINE_VIEW_TICKET');
  }

  /** `end` is called when it no longer holds, or the host ends, unless what this returned was called before. */
  hold(text: string, { grant, expiresAt }: ViewTicket, end: () => void): () => void {
    const { identity, transport } = this.#port;
    const release = transport.hold({ grant, expiresAt }, end);
    // The key that signed it stands in no grant of the host's.
    const forget = identity.onRevoked(() => {
      if (this.#read(text) === undefined) end();
    });
    return () => {
      release();
      forget();
    };
  }

  #read(text: string): ViewTicket | undefined {
    const [body = '', mark = '', ...more] = text.split('.');
    if (text.length > MAX_LENGTH || more.length > 0) return undefined;
    if (!this.#port.identity.secrets().some((secret) => isSame(signed(secret, body), mark))) return undefined;
    const read = parseJson(Buffer.from(body, 'base64url').toString());
    return read.ok && isObject(read.value) ? (read.value as unknown as ViewTicket) : undefined;
  }
}

function signed(secret: Uint8Array, body: string): string {
  return createHmac('sha256', secret).update(`mcp-view.${body}`).digest('base64url');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Of several views of the same, which one was made last and has been opened: the others are told that they are not it. */
export class OpenViews {
  readonly #latest = new Map<string, number>();

  /** False: a later one is there. */
  isLatest({ session, surface, madeAt }: Pick<ViewTicket, 'session' | 'surface' | 'madeAt'>): boolean {
    const name = JSON.stringify([session, surface ?? null]);
    const latest = this.#latest.get(name) ?? -1;
    if (madeAt >= latest) this.#keep(name, madeAt);
    return madeAt >= latest;
  }

  #keep(name: string, madeAt: number): void {
    this.#latest.delete(name);
    this.#latest.set(name, madeAt);
    const [oldest] = this.#latest.keys();
    if (this.#latest.size > MAX_VIEWS && oldest !== undefined) this.#latest.delete(oldest);
  }
}

/** Sessions and surfaces that are remembered; one that is forgotten has two views until the later one is opened again. */
const MAX_VIEWS = 10_000;

/** What a view is told with its ticket. */
export function ticketMeta(ticket: string, parts: JsonObject): JsonObject {
  return { 'vitrine/view': { ticket, ...defined(parts) } };
}
