// A run of OpenWOP in the hands of its agent, over plain HTTP: what waits for a person, and the surface that it is shown
// with. Keys and correlationIds are the same each time, so that a program that begins again goes on where it was.

import { asList, asObject, asText, type Json, type JsonObject } from '../json.ts';

export interface RunAccess {
  readonly url: string;
  readonly key: string;
  readonly signal: AbortSignal;
}

export interface Question {
  /** The node that waits. */
  readonly node: string;
  readonly kind: 'approval' | 'clarification' | 'custom';
  readonly data: JsonObject;
  /** Messages of A2UI 0.9 for a surface that is called as the node. */
  readonly messages: readonly JsonObject[];
  readonly trust?: 'untrusted';
}

/** What the host answered that is no answer. */
export class RunRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const WAIT_SECONDS = 5;
const ENDS: readonly string[] = ['completed', 'failed', 'cancelled'];

export class OpenRun {
  readonly id: string;
  readonly #access: RunAccess;
  readonly #path: string;

  constructor(access: RunAccess, runId: string) {
    this.id = runId;
    this.#access = access;
    this.#path = `/runs/${encodeURIComponent(runId)}`;
  }

  /** The run of a workflow that is not over and was not given up, or a new one. */
  static async find(
    access: RunAccess,
    workflowId: string,
    title: string,
    abandoned: ReadonlySet<string>,
  ): Promise<OpenRun> {
    const { runs } = await call(access, `/runs?workflowId=${workflowId}`);
    const open = asList(runs)
      .map(asObject)
      .find(({ status, runId }) => !ENDS.includes(asText(status)) && !abandoned.has(asText(runId)));
    const run = open ?? (await call(access, '/runs', { workflowId, title }));
    return new OpenRun(access, asText(run.runId));
  }

  /** What the question was answered, once it was. Its form comes first, so that nobody is asked twice. */
  async ask({ node, kind, data, messages, trust }: Question): Promise<JsonObject> {
    await this.#show(node, 'form', [{ createSurface: { catalogId: CATALOG } }, ...messages], trust);
    const asked = { nodeId: node, kind, key: node, data };
    let { state, resumeValue } = await call(this.#access, `${this.#path}/interrupts`, asked);
    for (let after = -1; state === 'open'; ) {
      const query = `afterSequence=${after}&timeout=${WAIT_SECONDS}`;
      const { lastSequence } = await call(this.#access, `${this.#path}/events/poll?${query}`);
      after = Number(lastSequence);
      ({ state, resumeValue } = await call(this.#access, `${this.#path}/interrupts/${node}`));
    }
    await this.#show(node, 'gone', [{ deleteSurface: {} }]);
    return asObject(resumeValue);
  }

  async complete(outputs: JsonObject): Promise<void> {
    await call(this.#access, `${this.#path}/complete`, { outputs });
  }

  /** For one that cannot be gone on with. */
  async cancel(reason: string): Promise<void> {
    await call(this.#access, `${this.#path}/cancel`, { reason });
  }

  async #show(node: string, what: string, messages: readonly JsonObject[], trust?: 'untrusted'): Promise<void> {
    const envelope = {
      ...{ type: 'ui.a2ui-surface', schemaVersion: 2, nodeId: node },
      ...{ envelopeId: `${node}:${what}`, correlationId: `${node}:${what}` },
      payload: {
        version: 'v0.9',
        catalogId: CATALOG,
        surfaceId: node,
        messages: messages.map((one) => addressed(one, node)),
      },
      meta: {
        source: 'ai-generation',
        ts: new Date().toISOString(),
        ...(trust === undefined ? {} : { contentTrust: trust }),
      },
    };
    await call(this.#access, `${this.#path}/envelopes`, { envelope });
  }
}

function addressed(message: JsonObject, surfaceId: string): JsonObject {
  return {
    version: 'v0.9',
    ...Object.fromEntries(
      Object.entries(message).map(([name, content]) => [name, { surfaceId, ...asObject(content) }]),
    ),
  };
}

async function call({ url, key, signal }: RunAccess, path: string, body?: Json): Promise<JsonObject> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    signal,
  });
  const answer = asObject(await response.json());
  if (!response.ok) throw new RunRefusal(response.status, `${path}: ${asText(answer.message)}`);
  return answer;
}
