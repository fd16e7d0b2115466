// The workflow `conformance-approval` of the OpenWOP suite, as a program of its own on the public API: it waits for runs,
// stops each at the node `gate` for an approval, and ends it with what was decided. The host knows nothing of it.
//
//   node examples/openwop-approval/gate.mjs --url http://127.0.0.1:8787 --key-file .vitrine/agent.key

import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

const WORKFLOW = 'conformance-approval';
const WAIT_SECONDS = 10;

/** @typedef {{ runId: string, status: string }} Run */

/**
 * Serves runs until `over` is aborted.
 * @param {{ url: string, key: string, over: AbortSignal }} options
 */
export async function serveApprovals({ url, key, over }) {
  /** @param {string} path @param {unknown} [body] */
  const call = async (path, body) => {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: over,
    });
    return { status: response.status, body: await response.json() };
  };
  const work = ['/v1', ''].flatMap((base) => [
    follow(base, 'pending', (path) => call(`${path}/interrupts`, gate())),
    follow(base, 'running', (path) => finish(path)),
  ]);
  await Promise.all(work);

  /** @param {string} base @param {string} status @param {(path: string) => Promise<unknown>} act */
  async function follow(base, status, act) {
    while (!over.aborted) {
      const query = `workflowId=${WORKFLOW}&status=${status}&wait=${WAIT_SECONDS}`;
      const answer = await call(`${base}/runs?${query}`).catch(() => undefined);
      for (const run of /** @type {Run[]} */ (answer?.body.runs ?? []))
        await act(`${base}/runs/${encodeURIComponent(run.runId)}`).catch(() => undefined);
    }
  }

  /** @param {string} path */
  async function finish(path) {
    const { body } = await call(`${path}/interrupts/gate`);
    const { resumeValue } = body;
    if (resumeValue?.action === 'accept') await call(`${path}/complete`, { outputs: { decision: resumeValue } });
    else await call(`${path}/fail`, { error: { code: 'approval_rejected', message: 'The gate was not passed.' } });
  }
}

function gate() {
  const data = {
    artifactId: 'conformance-artifact',
    artifactType: 'text',
    title: 'Let the run pass the gate?',
    actions: ['accept', 'reject'],
  };
  return { nodeId: 'gate', kind: 'approval', data };
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const { values } = parseArgs({ options: { url: { type: 'string' }, 'key-file': { type: 'string' } } });
  const over = new AbortController();
  process.once('SIGINT', () => over.abort());
  process.once('SIGTERM', () => over.abort());
  await serveApprovals({
    url: values.url ?? 'http://127.0.0.1:8787',
    key: (await readFile(values['key-file'] ?? '.vitrine/agent.key', 'utf8')).trim(),
    over: over.signal,
  });
}
