// A host with the face on a real port, a clock that tests set, and callers of both majors.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@vitrine/core';
import type { FacePorts } from '@vitrine/core/port';
import { createHost, createLogger, type Host } from '@vitrine/host';
import { openwopSeams } from '@vitrine/openwop-seams';
import { faceWith, type OpenwopSettings } from '../src/index.ts';

export interface StageOptions {
  readonly settings?: Partial<OpenwopSettings>;
  readonly hasSeams?: boolean;
  readonly folder?: string;
  readonly secrets?: readonly { readonly id: string; readonly value: string }[];
  readonly connections?: { readonly perClient: number };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as they come.
export type Body = any;

export interface Answer {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

export class Stage {
  readonly host: Host;
  readonly url: string;
  readonly key: string;
  readonly folder: string;
  readonly log: string[];
  readonly #clock: { now: number };
  readonly #ticks: (() => void)[];

  constructor(
    parts: Pick<Stage, 'host' | 'url' | 'key' | 'folder' | 'log'>,
    clock: { now: number },
    ticks: (() => void)[],
  ) {
    this.host = parts.host;
    this.url = parts.url;
    this.key = parts.key;
    this.folder = parts.folder;
    this.log = parts.log;
    this.#clock = clock;
    this.#ticks = ticks;
  }

  static async open({
    settings = {},
    hasSeams = false,
    folder: given,
    secrets = [],
    connections = { perClient: 1000 },
  }: StageOptions = {}): Promise<Stage> {
    const folder = given ?? (await mkdtemp(join(tmpdir(), 'openwop-')));
    const clock = { now: Math.ceil(Date.now() / 1000) * 1000 };
    const ticks: (() => void)[] = [];
    const log: string[] = [];
    const everySecond = (run: () => void) => {
      ticks.push(run);
      return () => void ticks.splice(ticks.indexOf(run), 1);
    };
    const host = await createHost({
      folder,
      faces: [faceWith({ settings, everySecond, ...(hasSeams ? { seams: openwopSeams } : {}) })],
      now: () => clock.now,
      ...{ secrets, connections },
      logger: createLogger({ level: 'debug', stream: { write: (line: string) => void log.push(line) } }),
    });
    const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
    const key = (await readFile(join(folder, 'agent.key'), 'utf8')).trim();
    return new Stage({ host, url, key, folder, log }, clock, ticks);
  }

  get now(): number {
    return this.#clock.now;
  }

  /** Time passes, and what it brings is looked for. */
  pass(milliseconds: number): void {
    this.#clock.now += milliseconds;
    for (const run of [...this.#ticks]) run();
  }

  async agent(name: string): Promise<string> {
    return (await this.host.credentials.addAgent(name)).key;
  }

  async call(
    method: string,
    path: string,
    options: { readonly key?: string | null; readonly body?: unknown; readonly headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const key = options.key === undefined ? this.key : options.key;
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers };
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('GET', path, { headers });
  }

  post(path: string, body: unknown = {}): Promise<Answer> {
    return this.call('POST', path, { body });
  }

  async run(major: 1 | 2, body: JsonObject = {}): Promise<TestRun> {
    const { status, body: opened } = await this.post(`${major === 1 ? '/v1' : ''}/runs`, {
      workflowId: 'demo',
      ...body,
    });
    if (status !== 201) throw new Error(`No run: ${status} ${JSON.stringify(opened)}`);
    return new TestRun(this, major, opened.runId, opened.session);
  }

  async viewer(session: string): Promise<string> {
    const { body } = await this.post(`/sessions/${session}/viewer-token`, {});
    return body.token;
  }

  async stop(): Promise<void> {
    await this.host.stop(1000);
  }

  async clear(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A host in memory, and what it gives to a face. */
export async function openPort(): Promise<{ readonly host: Host; readonly port: FacePorts }> {
  const ports: FacePorts[] = [];
  const create = (port: FacePorts): object => {
    ports.push(port);
    return {};
  };
  const host = await createHost({ faces: [{ name: 'openwop', create }] });
  return { host, port: ports[0] as FacePorts };
}

export class TestRun {
  readonly stage: Stage;
  readonly id: string;
  readonly session: string;
  readonly path: string;

  constructor(stage: Stage, major: 1 | 2, id: string, session: string) {
    this.stage = stage;
    this.id = id;
    this.session = session;
    this.path = `${major === 1 ? '/v1' : ''}/runs/${encodeURIComponent(id)}`;
  }

  get(path = ''): Promise<Answer> {
    return this.stage.get(`${this.path}${path}`);
  }

  post(path: string, body: unknown = {}): Promise<Answer> {
    return this.stage.post(`${this.path}${path}`, body);
  }

  emit(envelope: JsonObject, more: JsonObject = {}): Promise<Answer> {
    return this.post('/envelopes', { envelope, ...more });
  }

  async status(): Promise<string> {
    return (await this.get()).body.status;
  }

  async events(): Promise<readonly Body[]> {
    return (await this.get('/events/poll?timeout=0')).body.events;
  }

  /** A gate that an agent has opened. */
  async gate(nodeId = 'gate', more: JsonObject = {}): Promise<Body> {
    const data = { artifactId: 'a', artifactType: 'text', title: 'Publish?', actions: ['accept', 'reject'] };
    const { status, body } = await this.post('/interrupts', { nodeId, kind: 'approval', data, ...more });
    if (status !== 201) throw new Error(`No interrupt: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  resume(resumeValue: unknown, nodeId = 'gate', key?: string): Promise<Answer> {
    return this.stage.call('POST', `${this.path}/interrupts/${nodeId}`, {
      body: { resumeValue },
      ...(key === undefined ? {} : { key }),
    });
  }
}

let count = 0;

export function envelope(payload: unknown, more: JsonObject = {}): JsonObject {
  count++;
  return {
    type: 'ui.a2ui-surface',
    schemaVersion: 1,
    envelopeId: `env-${count}`,
    correlationId: `corr-${count}`,
    payload: payload as JsonObject,
    meta: { source: 'ai-generation', ts: '2026-06-15T10:00:00Z' },
    ...more,
  };
}

export const FORM: JsonObject = {
  catalogVersion: '0.9.1',
  surface: {
    title: 'Brief',
    components: [
      { component: 'heading', text: 'Approve the brief', level: 2 },
      { component: 'field.text', id: 'note', label: 'Note' },
      { component: 'action.button', id: 'accept', label: 'Approve', action: { target: 'resume' } },
      { component: 'action.button', id: 'reject', label: 'Reject', action: { target: 'resume' } },
    ],
  },
};

export const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';

const button = (id: string): JsonObject[] => [
  { id, component: 'Button', child: `${id}-text`, action: { event: { name: 'resume' } } },
  { id: `${id}-text`, component: 'Text', text: id },
];

export const COMPONENTS: readonly JsonObject[] = [
  { id: 'root', component: 'Column', children: ['title', 'note', 'accept', 'reject'] },
  { id: 'title', component: 'Text', text: 'Approve the brief', variant: 'h2' },
  { id: 'note', component: 'TextField', label: 'Note', value: { path: '/note' } },
  ...button('accept'),
  ...button('reject'),
];

export const CREATE: JsonObject = { createSurface: { catalogId: CATALOG } };
export const UPDATE: JsonObject = { updateComponents: { components: COMPONENTS } };
export const REMOVE: JsonObject = { deleteSurface: {} };

export function payload2(surfaceId: string, ...messages: readonly JsonObject[]): JsonObject {
  const wrapped = messages.map((message) => {
    const [[name, content]] = Object.entries(message) as [[string, JsonObject]];
    return { version: 'v0.9', [name]: { surfaceId, ...content } };
  });
  return { version: 'v0.9', catalogId: CATALOG, surfaceId, messages: wrapped };
}

export function envelope2(payload: unknown, more: JsonObject = {}): JsonObject {
  return envelope(payload, { schemaVersion: 2, ...more });
}
