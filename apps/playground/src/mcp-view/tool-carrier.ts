// Carries a viewer's connection by the tools of its MCP server, through the host around this frame: the state, then one wait
// after the other while somebody looks; what the person does, one call after the other.

import type { ClientLink, KeptFile, LineEvents, Transport, ViewerCarrier, ViewerHello } from '@vitrine/client';
import { defined, isArray, isObject, type Json, type JsonObject } from '@vitrine/core/page';

export interface ToolCarrierOptions {
  /** By which this view names itself. */
  readonly pass: { readonly session: string; readonly ticket: string; readonly view: string };
  readonly about: { readonly locale: string; readonly zone: string };
  /** What came with the result: painted at once, before anything is asked. */
  readonly first: readonly JsonObject[];
  /** Calls a tool; rejects where there is no answer. */
  readonly call: (name: string, args: JsonObject) => Promise<JsonObject>;
  /** A later view shows the same. */
  readonly superseded: () => void;
  /** The ticket does not hold, or there is too much to show: what the server says of it. */
  readonly refused: (words: string) => void;
  /** The server took what the person did. `heard`: its agent reads along. */
  readonly taken: (event: JsonObject, heard: boolean) => void;
}

const ALIVE_MS = 15_000;
/** What a broken answer ends the line with, and one that says that the ticket does not hold. */
const BROKEN = { code: 1006, opened: true };
const REFUSED = { code: 4403, opened: true };

class TicketRefused extends Error {}

export class ToolCarrier implements ViewerCarrier {
  readonly token = '';
  readonly isNewer = false;
  readonly #options: ToolCarrierOptions;
  #first: readonly JsonObject[];
  #rung: () => void = () => undefined;

  constructor(options: ToolCarrierOptions) {
    this.#options = options;
    this.#first = options.first;
  }

  open(_transport: Transport, hello: ViewerHello, events: LineEvents): ClientLink {
    const line = new ToolLine(this.#options, hello, events, (ring) => {
      this.#rung = ring;
    });
    line.start(this.#first);
    this.#first = [];
    return line;
  }

  /** The host has told that something changed: what waits asks now. */
  ring(): void {
    this.#rung();
  }

  async renew(): Promise<boolean> {
    return false;
  }

  part(frames: readonly JsonObject[]): void {
    for (const frame of frames) void this.#options.call(...actOf(frame, this.#options.pass)).catch(() => undefined);
  }

  async upload(file: Blob, name: string): Promise<KeptFile> {
    const args = { ...this.#options.pass, name, type: file.type, data: await base64Of(file) };
    const { result, problem } = outcomeOf(await this.#options.call('a2ui_view_upload', args));
    if (problem !== undefined) throw new Error(problem);
    return result as unknown as KeptFile;
  }

  stop(): void {}
}

class ToolLine implements ClientLink {
  readonly pings = false;
  readonly #options: ToolCarrierOptions;
  readonly #hello: ViewerHello;
  readonly #events: LineEvents;
  #isOver = false;
  #isReady = false;
  #after: number | undefined;
  #queue: Promise<void> = Promise.resolve();
  #alive: ReturnType<typeof setInterval> | undefined;

  constructor(options: ToolCarrierOptions, hello: ViewerHello, events: LineEvents, bell: (ring: () => void) => void) {
    this.#options = options;
    this.#hello = hello;
    this.#events = events;
    this.#after = hello.after;
    bell(() => void this.#ask('a2ui_view_state').catch(() => undefined));
  }

  start(first: readonly JsonObject[]): void {
    // Silence is what a wait is made of; a call that is never answered is given up by the bridge.
    this.#alive = setInterval(() => this.#events.alive(), ALIVE_MS);
    queueMicrotask(() => {
      for (const frame of first) if (frame.ready === undefined) this.#frame(frame);
      void this.#run();
    });
  }

  send({ event, ...rest }: JsonObject): void {
    if (event === undefined) return;
    const frame = { event, ...rest };
    this.#queue = this.#queue.then(() => this.#act(frame)).catch((error: unknown) => this.#end(error));
  }

  close(): void {
    this.#isOver = true;
    clearInterval(this.#alive);
  }

  async #run(): Promise<void> {
    try {
      await untilVisible();
      await this.#ask('a2ui_view_state', { ...this.#options.about, catalogs: [...this.#hello.catalogs] });
      while (!this.#isOver) {
        await untilVisible();
        if (!this.#isOver) await this.#ask('a2ui_view_wait');
      }
    } catch (error) {
      this.#end(error);
    }
  }

  async #ask(name: string, more: JsonObject = {}): Promise<void> {
    const args = { ...this.#options.pass, ...more, ...defined({ after: this.#after }) };
    const result = this.#read(await this.#options.call(name, args));
    this.#events.alive();
    if (isObject(result.welcome)) this.#frame({ welcome: result.welcome });
    this.#take(result);
  }

  async #act(frame: JsonObject): Promise<void> {
    if (this.#isOver) return;
    const [name, args] = actOf(frame, this.#options.pass);
    const answer = await this.#options.call(name, { ...args, ...defined({ after: this.#after }) });
    const { accepted, seq = 0, issues = [], heard, ...rest } = this.#read(answer);
    const key = defined({ key: frame.key });
    if (accepted === 0) this.#frame({ issues, ...key });
    else this.#frame({ taken: seq, issues, ...key });
    if (accepted !== 0 && isObject(frame.event)) this.#options.taken(frame.event, heard === true);
    this.#take(rest);
  }

  #read(answer: JsonObject): JsonObject {
    const { result, problem } = outcomeOf(answer);
    if (problem === undefined) return result;
    if (!/^VITRINE_VIEW_(TICKET|SIZE)\b/.test(problem)) throw new Error(problem);
    this.#options.refused(problem.replace(/^\w+: /, ''));
    throw new TicketRefused(problem);
  }

  #take({ frames, superseded }: JsonObject): void {
    if (isArray(frames)) for (const frame of frames) if (isObject(frame)) this.#frame(frame);
    if (superseded === true && !this.#isOver) this.#options.superseded();
  }

  /** A line is ready once; what was not answered would go again with each time. */
  #frame(frame: JsonObject): void {
    if (this.#isOver) return;
    const seq = frame.seq ?? frame.ready;
    if (frame.reset === true) this.#after = undefined;
    if (typeof seq === 'number') this.#after = Math.max(seq, this.#after ?? 0);
    if (frame.ready !== undefined && this.#isReady) return;
    this.#isReady ||= frame.ready !== undefined;
    this.#events.frame(frame);
  }

  #end(error: unknown): void {
    if (this.#isOver) return;
    this.close();
    this.#events.end(error instanceof TicketRefused ? REFUSED : BROKEN);
  }
}

/** The call that tells what a person did. */
function actOf({ event, key, ...rest }: JsonObject, pass: JsonObject): [name: string, args: JsonObject] {
  const named = { ...pass, ...defined({ key }) };
  if (isObject(event) && event.event === 'answer' && event.reason === undefined) {
    const { ask, value } = event;
    return ['a2ui_view_answer', { ...named, ...defined({ ask, value, basis: rest.basis }) }];
  }
  return ['a2ui_view_act', { ...named, message: { vitrine: 1, body: [event ?? null], ...rest } }];
}

/** A tool that refuses says why in its text. */
function outcomeOf({ structuredContent, content, isError }: JsonObject): {
  readonly result: JsonObject;
  readonly problem: string | undefined;
} {
  const result = isObject(structuredContent) ? structuredContent : {};
  if (isError !== true) return { result, problem: undefined };
  const texts = isArray(content) ? content.map((one: Json) => (isObject(one) ? String(one.text ?? '') : '')) : [];
  return { result, problem: texts.join(' ') || 'The server refused.' };
}

function untilVisible(): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
  });
}

async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary);
}
