// How a shape is made: stages that hold something, and one input of each road that is measured.

import type { Place, Sent, Session } from './place.ts';
import { CREATE_09, column, componentsOf, dataOf, KIB, lines, MIB } from './texts.ts';

export interface Shape {
  readonly name: string;
  /** Of the input, or of what is answered where that is the larger one. */
  readonly bytes: number;
  /** What the answer begins with. */
  readonly expect: string;
  /** For a host that hides secrets. */
  readonly hidesSecrets?: true;
  /** All that is not to be measured; gives what is. */
  readonly prepare: (place: Place) => Promise<() => Promise<string>>;
}

export interface AgentOptions extends Pick<Sent, 'headers' | 'breaksOff'> {
  readonly query?: string;
  /** Sent before, one body each. */
  readonly before?: readonly string[];
  /** Viewers that look on, by their dialect. */
  readonly viewers?: readonly string[];
}

export const SURFACE = [CREATE_09];

export function summary({ status, text }: { readonly status: number; readonly text: string }): string {
  let body: { error?: unknown; accepted?: number; issues?: { code: string; severity: string }[] } = {};
  try {
    body = JSON.parse(text);
  } catch {
    return `${status}`;
  }
  const code = typeof body.error === 'string' ? ` ${body.error}` : '';
  const accepted = body.accepted === undefined ? '' : ` accepted ${body.accepted}`;
  const [first] = (body.issues ?? []).filter(({ severity }) => severity === 'error');
  return `${status}${code}${accepted}${first === undefined ? '' : ` ${first.code}`}`;
}

/** A session in which this was said. */
export async function opened(place: Place, before: readonly string[] = SURFACE): Promise<Session> {
  const session = await place.session();
  for (const body of before) {
    const answer = summary(await place.call(`${session.path}/messages`, { body }));
    if (!/^200 accepted [1-9]\d*$/.test(answer)) throw new Error(`The stage of a shape was answered ${answer}.`);
  }
  return session;
}

export function agent(name: string, expect: string, body: string | Buffer, options: AgentOptions = {}): Shape {
  const { query = '', before = SURFACE, viewers = [], ...rest } = options;
  return {
    name: `agent: ${name}`,
    bytes: Buffer.byteLength(body),
    expect,
    prepare: async (place) => {
      const session = await opened(place, before);
      for (const dialect of viewers) {
        const hello = { hello: { dialect } };
        await place.socket(`${session.path}/socket`, session.token, hello, '"ready"');
      }
      return async () => summary(await place.call(`${session.path}/messages${query}`, { body, ...rest }));
    },
  };
}

export function viewer(name: string, expect: string, body: string | Buffer, options: AgentOptions = {}): Shape {
  const { query = '', before = FORM, ...rest } = options;
  return {
    name: `viewer: ${name}`,
    bytes: Buffer.byteLength(body),
    expect,
    prepare: async (place) => {
      const { path, token } = await opened(place, before);
      return async () => summary(await place.call(`${path}/events${query}`, { body, credential: token, ...rest }));
    },
  };
}

/** One frame on a socket, and what answers it. */
export function frame(name: string, expect: string, text: string, role: 'agent' | 'viewer', before = SURFACE): Shape {
  return {
    name: `${role}'s socket: ${name}`,
    bytes: Buffer.byteLength(text),
    expect,
    prepare: async (place) => {
      const session = await opened(place, before);
      const credential = role === 'agent' ? place.key : session.token;
      const isAgent = role === 'agent';
      const hello = { hello: { role } };
      const line = await place.socket(`${session.path}/socket`, credential, hello, isAgent ? '"welcome"' : '"ready"');
      return async () => {
        line.send(text);
        const answer = await line.answer(isAgent ? '' : expect);
        line.close();
        return answer;
      };
    },
  };
}

/** What is looked at, in a session that holds much. */
export function look(
  name: string,
  expect: string,
  bytes: number,
  before: readonly string[],
  path: string,
  sent: Sent = {},
): Shape {
  return {
    name: `look: ${name}`,
    bytes,
    expect,
    prepare: async (place) => {
      const session = await opened(place, before);
      const credential = sent.credential === 'viewer' ? { credential: session.token } : {};
      return async () => {
        const { status, text } = await place.call(`${session.path}${path}`, { ...sent, ...credential });
        return `${status} ${sent.until === undefined ? '' : text}`;
      };
    },
  };
}

export function face(name: string, expect: string, path: string, body: string | Buffer, sent: Sent = {}): Shape {
  return {
    name: `face: ${name}`,
    bytes: Buffer.byteLength(body),
    expect,
    prepare: async (place) => async () => summary(await place.call(path, { body, ...sent })),
  };
}

export const FORM = [
  CREATE_09,
  componentsOf(
    '{"id":"root","component":"Column","children":["f","b"]},' +
      '{"id":"f","component":"TextField","label":"F","value":{"path":"/f"}},' +
      '{"id":"b","component":"Button","child":"l","action":{"event":{"name":"go","context":{"f":{"path":"/f"}}}}},' +
      '{"id":"l","component":"Text","text":"Go"}',
  ),
];
export const action = (context: string): string =>
  `{"version":"v0.9","action":{"surfaceId":"s","sourceComponentId":"b","name":"go","timestamp":"2026-01-01T00:00:00Z","context":${context}}}`;

/** A button whose context, or whose checks, cost much; and a press of it. */
export function press(name: string, expect: string, data: string, button: string): Shape {
  const components = componentsOf(
    '{"id":"root","component":"Column","children":["b"]},{"id":"l","component":"Text","text":"Go"},' +
      `{"id":"b","component":"Button","child":"l",${button}}`,
  );
  return viewer(name, expect, action('{}'), { before: [CREATE_09, dataOf(data), components] });
}

export const TEXT_100K = `"${'x'.repeat(100 * KIB)}"`;
export const TEXT_1M = `"${'x'.repeat(MIB - 1000)}"`;
export const ROWS = (count: number): string =>
  `[${Array.from({ length: count }, (_, i) => `{"id":${i},"name":"Row number ${i}","price":${i}.5,"ok":true}`).join(',')}]`;
/** A button in each of 20,000 rows. */
export const ROWS_TO_PRESS = [
  CREATE_09,
  dataOf(ROWS(20_000)),
  componentsOf(
    '{"id":"root","component":"Column","children":{"path":"/d","componentId":"b"}},' +
      '{"id":"b","component":"Button","child":"l","action":{"event":{"name":"go","context":{"id":{"path":"id"}}}}},' +
      '{"id":"l","component":"Text","text":{"path":"name"}}',
  ),
];
/** The same, and each row has a field. */
export const ROWS_TO_FILL_IN = [
  CREATE_09,
  dataOf(ROWS(20_000)),
  componentsOf(
    '{"id":"root","component":"Column","children":{"path":"/d","componentId":"r"}},' +
      '{"id":"r","component":"Row","children":["f","b"]},' +
      '{"id":"f","component":"TextField","label":"Name","value":{"path":"name"}},' +
      '{"id":"b","component":"Button","child":"l","action":{"event":{"name":"go","context":{"id":{"path":"id"},"name":{"path":"name"}}}}},' +
      '{"id":"l","component":"Text","text":"Go"}',
  ),
];
export const KEYED = { headers: { 'idempotency-key': 'k' } };
/** Just below the limit. */
export const NAMES = (name: (index: number) => string): string =>
  `{${Array.from({ length: 9800 }, (_, i) => `"${name(i)}":"${'x'.repeat(90)}"`).join(',')}}`;
/** About 1.3 MiB of components, and as much data. */
export const HUGE = [CREATE_09, componentsOf(column(10_000)), dataOf(ROWS(12_000))];
export const MANY = lines(19_000, (i) => dataOf(`"${i}"`, '/n'));
export const MCP_HEADERS = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
export const ALL_DIALECTS = ['a2ui-0.8', 'a2ui-0.9', 'a2ui-1.0', 'agentchains', 'vitrine'];
