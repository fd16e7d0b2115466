// A program of somebody else that speaks OpenWOP to a host: over HTTP alone.

export const SURFACE = 'ui.a2ui-surface';

// biome-ignore lint/suspicious/noExplicitAny: what a host of somebody else answers has no type.
export type Body = any;

export interface Answer {
  readonly status: number;
  readonly body: Body;
}

export type Major = 1 | 2;

export class Wop {
  readonly url: string;
  readonly key: string;
  /** Time passes. */
  readonly pass: (ms: number) => void;
  /** Every line that the host has logged. */
  readonly log: () => string;

  constructor(url: string, key: string, more: { pass: (ms: number) => void; log: () => string }) {
    this.url = url;
    this.key = key;
    this.pass = more.pass;
    this.log = more.log;
  }

  async call(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    { key = this.key, headers = {} }: { readonly key?: string | null; readonly headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('GET', path, undefined, { headers });
  }

  post(path: string, body: unknown = {}): Promise<Answer> {
    return this.call('POST', path, body);
  }

  /** Without a credential, as whoever discovers a host does. */
  async discover(major: Major): Promise<Body> {
    const headers = { 'openwop-version': `${major}.0` };
    return (await this.call('GET', '/.well-known/openwop', undefined, { key: null, headers })).body;
  }

  async schema(major: Major): Promise<Body> {
    const headers = { 'openwop-version': `${major}.0` };
    const path = `/schemas/envelopes/${SURFACE}.schema.json`;
    return (await this.call('GET', path, undefined, { key: null, headers })).body;
  }

  accept(envelope: unknown, options: object = {}): Promise<Answer> {
    return this.post('/v1/host/sample/envelope/accept', { envelope, ...options });
  }

  async run(major: Major, more: object = {}): Promise<WopRun> {
    const { body } = await this.post(`${baseOf(major)}/runs`, { workflowId: 'scenario', ...more });
    return new WopRun(this, major, body.runId, body.session);
  }

  /** One of `conformance-approval`, waiting at its gate. */
  async gated(major: Major): Promise<WopRun> {
    const run = await this.run(major, { workflowId: 'conformance-approval' });
    const until = Date.now() + 10_000;
    const poll = (after: number, seconds: number) => run.get(`/events/poll?timeout=${seconds}&afterSequence=${after}`);
    let { status, body } = await poll(-1, 0);
    while (status === 200 && body.status !== 'waiting-approval' && Date.now() < until)
      ({ status, body } = await poll(body.lastSequence, 1));
    return run;
  }
}

export function baseOf(major: Major): string {
  return major === 1 ? '/v1' : '';
}

export class WopRun {
  readonly wop: Wop;
  readonly major: Major;
  readonly id: string;
  readonly session: string;
  readonly path: string;

  constructor(wop: Wop, major: Major, id: string, session: string) {
    this.wop = wop;
    this.major = major;
    this.id = id;
    this.session = session;
    this.path = `${baseOf(major)}/runs/${encodeURIComponent(id)}`;
  }

  get(path = ''): Promise<Answer> {
    return this.wop.get(`${this.path}${path}`);
  }

  post(path: string, body: unknown = {}): Promise<Answer> {
    return this.wop.post(`${this.path}${path}`, body);
  }

  emit(envelope: unknown, more: object = {}): Promise<Answer> {
    return this.post('/envelopes', { envelope, ...more });
  }

  async status(): Promise<string> {
    return (await this.get()).body.status;
  }

  /** What its snapshot says that the protocol has no words for. */
  async own(): Promise<Body> {
    const { body } = await this.get();
    return this.major === 1 ? body : body.extensions['vitrine.run'];
  }

  async events(): Promise<readonly Body[]> {
    return (await this.get('/events/poll?timeout=0')).body.events;
  }

  async types(): Promise<readonly string[]> {
    return (await this.events()).map(({ type }) => type);
  }

  async surfaces(): Promise<Body> {
    return (await this.wop.get(`/sessions/${this.session}/snapshot`)).body.surfaces;
  }

  async viewerToken(): Promise<string> {
    return (await this.wop.post(`/sessions/${this.session}/viewer-token`)).body.token;
  }

  /** Waits for an approval at a node. */
  async gate(nodeId = 'gate', more: object = {}): Promise<Body> {
    const data = { title: 'Let it pass?', actions: ['accept', 'reject'] };
    return (await this.post('/interrupts', { nodeId, kind: 'approval', data, ...more })).body;
  }

  resume(resumeValue: unknown, nodeId = 'gate', key?: string): Promise<Answer> {
    const path = `${this.path}/interrupts/${nodeId}`;
    return this.wop.call('POST', path, { resumeValue }, key === undefined ? {} : { key });
  }

  press(surfaceId: string, sourceComponentId: string, values: object = {}, nodeId = 'gate'): Promise<Answer> {
    return this.post(`/interrupts/${nodeId}`, { submission: { surfaceId, sourceComponentId, values } });
  }
}

/** A way by which an envelope comes into a run. */
export interface Road {
  readonly name: 'api' | 'seam';
  emit(run: WopRun, envelope: unknown): Promise<Answer>;
}

export const API: Road = { name: 'api', emit: (run, envelope) => run.emit(envelope) };
export const SEAM: Road = {
  name: 'seam',
  emit: ({ wop, id, major }, envelope) =>
    major === 1
      ? wop.accept(envelope, { projectTo: { runId: id } })
      : wop.post('/conformance/seams/sample/a2ui/emit-surface', { runId: id, envelope }),
};
