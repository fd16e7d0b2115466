// The host with the face as a process, killed while agents open runs and tell of them under keys. The build comes first.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type HostProcess, startHost } from '../test/killed-host.ts';
import { readStored } from '../test/stored.ts';

const KILLS = Number(process.env.VITRINE_KILLS ?? 8);
const WRITERS = 4;
/** The same each time, and spread over the moments of a run. */
const moments = Array.from({ length: KILLS }, (_, i) => 1 + ((i * 37) % 23));

/** Opens runs, tells an event of each and opens a gate, one call after the other; repeats what was not answered. */
class Writer {
  readonly name: string;
  /** What each call was answered, by its key. */
  readonly answers = new Map<string, unknown>();
  #step = 0;
  #run = '';

  constructor(name: string) {
    this.name = name;
  }

  get #workflow(): string {
    return `${this.name}.${Math.floor(this.#step / 3)}`;
  }

  #call(): { readonly path: string; readonly body: object } {
    const run = `/v1/runs/${this.#run}`;
    const data = { artifactId: 'a', artifactType: 'text', title: 'Go?', actions: ['accept', 'reject'] };
    const calls = [
      { path: '/v1/runs', body: { workflowId: this.#workflow } },
      { path: `${run}/events`, body: { type: 'node.told', payload: { of: this.#workflow } } },
      { path: `${run}/interrupts`, body: { nodeId: 'gate', kind: 'approval', data, timeoutMs: 3_600_000 } },
    ];
    return calls[this.#step % 3] as (typeof calls)[number];
  }

  /** Until the host no longer answers. */
  async run(host: HostProcess, onAnswered: () => void): Promise<void> {
    for (;;) {
      const { path, body } = this.#call();
      const key = `${this.name}-${this.#step}`;
      const send = async () => {
        const response = await fetch(`${host.url}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${host.key}`, 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify(body),
        });
        return { status: response.status, body: (await response.json()) as { runId?: string } };
      };
      const answer = await send().catch(() => undefined);
      if (answer === undefined) return;
      if (answer.status !== 201) throw new Error(`${key} was answered ${JSON.stringify(answer)}.`);
      if (this.#step % 3 === 0) this.#run = String(answer.body.runId);
      this.answers.set(key, answer.body);
      this.#step++;
      onAnswered();
    }
  }
}

test(`[OR20] killed ${KILLS} times while calls are repeated under their keys, nothing is doubled and nothing is half begun`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'openwop-crash-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const writers = Array.from({ length: WRITERS }, (_, i) => new Writer(`w${i}`));
  let host = await startHost(folder);
  for (const moment of moments) {
    let answered = 0;
    const running = host;
    await Promise.all(
      writers.map((writer) =>
        writer.run(running, () => {
          if (++answered === moment) void running.kill();
        }),
      ),
    );
    await running.kill();
    host = await startHost(folder);
  }
  await host.kill();
  await expectOnce(folder, writers);
});

async function expectOnce(folder: string, writers: readonly Writer[]): Promise<void> {
  const workflows = await readStored(folder, async (log) => {
    const found: string[] = [];
    for await (const { session } of log.sessions()) {
      const events: { type: string; payload: { workflowId?: string } }[] = [];
      for await (const { wire } of log.read(session, 0)) if (wire !== undefined) events.push(JSON.parse(wire));
      const types = events.map(({ type }) => type);
      expect(types).toEqual(['run.started', 'node.told', 'interrupt.requested'].slice(0, types.length));
      expect(types.length, 'a run without its beginning').toBeGreaterThan(0);
      found.push(String(events[0]?.payload.workflowId));
      // What will be due is there with what waits.
      let due = 0;
      for await (const _ of log.records('face:openwop', session)) due++;
      expect(due).toBe(types.length === 3 ? 1 : 0);
    }
    return found;
  });
  expect(new Set(workflows).size, 'a run that was opened twice').toBe(workflows.length);
  const answers = writers.flatMap((writer) => [...writer.answers.values()]) as { readonly token?: string }[];
  const tokens = answers.flatMap(({ token }) => token ?? []);
  expect(tokens.length).toBeGreaterThan(0);
  const stored = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');
  for (const token of tokens) expect(stored.includes(token), 'a token in clear').toBe(false);
}
