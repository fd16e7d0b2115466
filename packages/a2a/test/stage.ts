// A host with the face on a real port, agents that are plain scripts over HTTP, and real clients of both SDKs.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Message, StreamResponse, Task } from '@a2a-js/sdk';
import {
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
  ServiceParameters,
  withA2AExtensions,
} from '@a2a-js/sdk/client';
import type { Json, JsonObject } from '@vitrine/core';
import { createHost, createLogger, type Host, type Tracer } from '@vitrine/host';
import type { SessionLog } from '@vitrine/log';
import { A2AClient } from 'a2a-sdk-0.3/client';
import {
  type A2aOptions,
  type A2aVersion,
  a2aFaceWith,
  type ExtensionForm,
  type ReadParts,
  readParts,
  writeParts,
} from '../src/index.ts';

export type Spoken = { readonly event?: string } & JsonObject;
/** What an agent does about one event: messages for the session that it came from. */
export type Script = (event: Spoken, session: string) => readonly JsonObject[] | undefined;

export const ops = (...body: readonly JsonObject[]): JsonObject => ({ vitrine: 1, body });
export const say = (text: string): JsonObject => ops({ op: 'say', text });
export const done = (state = 'done'): JsonObject => ops({ op: 'turn', state });

/** A surface of 0.9 with a field and a button that sends what stands in the field. */
export function booking(surfaceId = 'booking'): readonly JsonObject[] {
  const version = 'v0.9';
  const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
  const path = { path: '/name' };
  return [
    { version, createSurface: { surfaceId, catalogId, sendDataModel: true } },
    { version, updateDataModel: { surfaceId, path: '/', value: { name: 'Ada' } } },
    {
      version,
      updateComponents: {
        surfaceId,
        components: [
          { id: 'root', component: 'Column', children: ['title', 'name', 'book'] },
          { id: 'title', component: 'Text', text: 'Book a table' },
          { id: 'name', component: 'TextField', label: 'Name', value: path },
          { id: 'word', component: 'Text', text: 'Book' },
          {
            id: 'book',
            component: 'Button',
            child: 'word',
            action: { event: { name: 'book', context: { name: path } } },
          },
        ],
      },
    },
  ];
}

/** Shows the booking to whoever writes, thanks for what is pressed, and ends each turn. */
export const bookingAgent: Script = (event) => {
  if (event.event === 'say') return [...booking(), say(`You said ${String(event.text)}`), done()];
  if (event.event === 'action' || event.action !== undefined || event.userAction !== undefined) {
    const { context } = (event.action ?? event.userAction ?? event) as JsonObject;
    return [say(`Booked for ${String((context as JsonObject).name)}`), done()];
  }
  return undefined;
};

export interface StageOptions extends A2aOptions {
  readonly folder?: string;
  readonly connections?: { readonly perClient: number };
  /** Absent: that of the machine. */
  readonly now?: () => number;
  readonly log?: SessionLog;
  readonly tracer?: Tracer;
}

export class Stage {
  readonly host: Host;
  readonly url: string;
  readonly folder: string;
  readonly log: string[];
  readonly #agents: ScriptAgent[] = [];

  constructor(parts: Pick<Stage, 'host' | 'url' | 'folder' | 'log'>) {
    this.host = parts.host;
    this.url = parts.url;
    this.folder = parts.folder;
    this.log = parts.log;
  }

  static async open({
    folder: given,
    connections,
    now,
    log: store,
    tracer,
    ...options
  }: StageOptions = {}): Promise<Stage> {
    const folder = given ?? (await mkdtemp(join(tmpdir(), 'a2a-')));
    const log: string[] = [];
    const host = await createHost({
      folder,
      faces: [a2aFaceWith(options)],
      ...(connections === undefined ? {} : { connections }),
      ...(now === undefined ? {} : { now }),
      ...(store === undefined ? {} : { log: store }),
      ...(tracer === undefined ? {} : { tracer }),
      logger: createLogger({ level: 'debug', stream: { write: (line: string) => void log.push(line) } }),
    });
    const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
    host.setPublicUrl(url);
    return new Stage({ host, url, folder, log });
  }

  /** An agent of the host: a script that knows HTTP and nothing else. */
  async agent(name: string, script: Script): Promise<ScriptAgent> {
    const known = this.host.credentials;
    const { key } = (await known.agents()).some(({ agent }) => agent === name)
      ? await known.rotateAgent(name)
      : await known.addAgent(name);
    const agent = new ScriptAgent(this.url, name, key, script);
    this.#agents.push(agent);
    // A call for one that does not listen yet would be answered so.
    while (!this.host.sessions.hasListener(name)) await new Promise((resolve) => setImmediate(resolve));
    return agent;
  }

  async call(
    method: string,
    path: string,
    { key, body, headers }: { key?: string; body?: unknown; headers?: { readonly [name: string]: string } } = {},
  ): Promise<{ readonly status: number; readonly body: JsonObject; readonly headers: Headers; readonly text: string }> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, body: isJson ? JSON.parse(text) : {}, headers: response.headers, text };
  }

  async stop(): Promise<void> {
    for (const agent of this.#agents) agent.stop();
    await this.host.stop(1000);
  }

  async clear(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

export class ScriptAgent {
  readonly name: string;
  readonly key: string;
  readonly url: string;
  readonly events: { readonly session: string; readonly event: Spoken; readonly metadata?: Json }[] = [];
  readonly #script: Script;
  readonly #stopping = new AbortController();

  constructor(url: string, name: string, key: string, script: Script) {
    this.url = url;
    this.name = name;
    this.key = key;
    this.#script = script;
    void this.#run().catch(() => undefined);
  }

  stop(): void {
    this.#stopping.abort();
  }

  get headers(): { readonly [name: string]: string } {
    return { authorization: `Bearer ${this.key}`, accept: 'application/json', 'content-type': 'application/json' };
  }

  async send(session: string, messages: readonly JsonObject[]): Promise<JsonObject> {
    const response = await fetch(`${this.url}/sessions/${session}/messages`, {
      method: 'POST',
      headers: this.headers,
      body: JSON.stringify(messages),
    });
    return (await response.json()) as JsonObject;
  }

  /** A credential for a client of this agent. */
  async credential(name = 'client'): Promise<string> {
    const response = await fetch(`${this.url}/a2a/${this.name}/credentials`, {
      method: 'POST',
      headers: this.headers,
      body: JSON.stringify({ name }),
    });
    return ((await response.json()) as { readonly token: string }).token;
  }

  async setCard(card: JsonObject): Promise<void> {
    const response = await fetch(`${this.url}/a2a/${this.name}/card`, {
      method: 'PUT',
      headers: this.headers,
      body: JSON.stringify(card),
    });
    if (!response.ok) throw new Error(await response.text());
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let after: string = '';
    while (!signal.aborted) {
      const response = await fetch(`${this.url}/events?wait=20${after}`, { headers: this.headers, signal });
      const { events, next } = (await response.json()) as {
        readonly events: readonly { readonly session: string; readonly event: JsonObject; readonly metadata?: Json }[];
        readonly next: number;
      };
      after = `&after=${next}`;
      for (const delivery of events) {
        const { session, event } = delivery;
        const spoken = (event.body as readonly Spoken[] | undefined)?.[0] ?? (event as Spoken);
        this.events.push({ ...delivery, event: spoken });
        const answer = this.#script(spoken, session);
        if (answer !== undefined) await this.send(session, answer);
      }
    }
  }
}

export interface Heard extends ReadParts {
  readonly state: string | undefined;
  readonly states: readonly string[];
  /** The parts as they stood on the wire. */
  readonly parts: readonly JsonObject[];
  readonly contextId: string;
  readonly taskId: string;
  /** What the answer says is active. */
  readonly echoed: string | null;
  readonly issues: readonly JsonObject[] & ReadParts['issues'];
}

/** A client of the SDK, of A2A 1.0 or 0.3, as programs use it. */
export interface TestClient {
  send(message: JsonObject, uris?: readonly string[]): Promise<Heard>;
  stream(message: JsonObject, uris?: readonly string[]): Promise<Heard>;
}

let count = 0;
export const newId = () => `m${++count}`;

export function heardOf(answers: readonly JsonObject[], echoed: string | null): Heard {
  const tasks = answers.map((one) => (one.task ?? one.statusUpdate ?? one) as JsonObject);
  const statuses = tasks.flatMap((one) => (one.status === undefined ? [] : [one.status as JsonObject]));
  const messages = statuses.flatMap(({ message }) => (message === undefined ? [] : [message as JsonObject]));
  const parts = messages.flatMap((message) => (message.parts ?? []) as readonly JsonObject[]);
  const told = messages.flatMap(({ metadata }) => ((metadata as JsonObject | undefined)?.issues ?? []) as never[]);
  const [first] = tasks;
  return {
    ...readParts(parts),
    issues: told,
    parts,
    state: statuses.at(-1)?.state as string | undefined,
    states: statuses.map(({ state }) => String(state)),
    contextId: String(first?.contextId),
    taskId: String(first?.id ?? first?.taskId),
    echoed,
  };
}

export async function client10(card: string, key?: string, binding = 'JSONRPC'): Promise<TestClient> {
  let echoed: string | null = null;
  const fetchImpl = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
    const response = await fetch(input, { ...init, headers });
    echoed = response.headers.get('a2a-extensions');
    return response;
  };
  const factory = new ClientFactory({
    transports: [
      binding === 'JSONRPC' ? new JsonRpcTransportFactory({ fetchImpl }) : new RestTransportFactory({ fetchImpl }),
    ],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  });
  const client = await factory.createFromUrl(card, '');
  const options = (uris: readonly string[]) =>
    uris.length === 0 ? {} : { serviceParameters: ServiceParameters.create(withA2AExtensions(...uris)) };
  const request = (message: JsonObject) => ({
    ...{ tenant: '', metadata: undefined, configuration: undefined },
    message: Message.fromJSON({ messageId: newId(), role: 'ROLE_USER', ...message }),
  });
  return {
    send: async (message, uris = []) => {
      const answer = await client.sendMessage(request(message), options(uris));
      const json = 'messageId' in answer ? Message.toJSON(answer) : Task.toJSON(answer);
      return heardOf([json as JsonObject], echoed);
    },
    stream: async (message, uris = []) => {
      const answers: JsonObject[] = [];
      for await (const event of client.sendMessageStream(request(message), options(uris)))
        answers.push(StreamResponse.toJSON(event) as JsonObject);
      return heardOf(answers, echoed);
    },
  };
}

export async function client03(card: string, key?: string): Promise<TestClient> {
  let echoed: string | null = null;
  let asked: readonly string[] = [];
  const fetchImpl = (async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
    if (asked.length > 0) headers.set('x-a2a-extensions', asked.join(', '));
    const response = await fetch(input, { ...init, headers });
    echoed = response.headers.get('x-a2a-extensions');
    return response;
  }) as typeof fetch;
  const client = await A2AClient.fromCardUrl(card, { fetchImpl });
  const params = (message: JsonObject) => ({
    message: { kind: 'message', messageId: newId(), role: 'user', ...message } as never,
  });
  return {
    send: async (message, uris = []) => {
      asked = uris;
      const answer = (await client.sendMessage(params(message))) as unknown as {
        readonly result: JsonObject;
        readonly error?: { readonly message: string };
      };
      if (answer.error !== undefined) throw new Error(answer.error.message);
      return heardOf([answer.result], echoed);
    },
    stream: async (message, uris = []) => {
      asked = uris;
      const answers: JsonObject[] = [];
      for await (const event of client.sendMessageStream(params(message))) answers.push(event as unknown as JsonObject);
      return heardOf(answers, echoed);
    },
  };
}

/** Words of a person, for either version. */
export const words = (text: string, more: JsonObject = {}): JsonObject => ({
  parts: [{ kind: 'text', text }],
  ...more,
});

/** What a person presses on the booking, as a message of the form. */
export function press(form: ExtensionForm, name: string, surfaceId = 'booking'): JsonObject {
  const act = {
    name: 'book',
    surfaceId,
    sourceComponentId: 'book',
    timestamp: '2026-03-04T05:06:07Z',
    context: { name },
  };
  return form.dialect === 'a2ui-0.8' ? { userAction: act } : { version: form.version, action: act };
}

/** The data of the booking, for the forms that send them along. */
export function entered(form: ExtensionForm, name: string, surfaceId = 'booking'): JsonObject {
  if (form.dataModelKey === undefined) return {};
  return { [form.dataModelKey]: { version: form.version, surfaces: { [surfaceId]: { name } } } };
}

/** The press of a person who has typed this name. */
export function pressed(form: ExtensionForm, protocol: A2aVersion, name: string, contextId: string): JsonObject {
  const parts = writeParts(form, [press(form, name)], { protocol });
  return { parts: [...parts], contextId, metadata: entered(form, name) };
}
