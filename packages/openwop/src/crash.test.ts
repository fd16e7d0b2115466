// The host with the face as a process, killed while agents go through every call that takes a key. The build comes first.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type KeyedRequest, killUnderKeyedCalls, readStored, SERVE, type Writer } from '../test/crash.ts';
import { CREATE, envelope, envelope2, FORM, payload2, UPDATE } from '../test/stage.ts';

const KILLS = Number(process.env.VITRINE_KILLS ?? 4);
const SURFACE_2 = payload2('s', CREATE, UPDATE);
const ENDINGS = [
  ['complete', { outputs: { done: true } }],
  ['fail', { error: { code: 'E', message: 'No.' } }],
  ['cancel', { reason: 'No more.' }],
] as const;
const GATE = {
  ...{ nodeId: 'gate', kind: 'approval', timeoutMs: 3_600_000 },
  data: { artifactId: 'a', artifactType: 'text', title: 'Go?', actions: ['accept', 'reject'] },
};
const ACCEPT = { resumeValue: { action: 'accept' } };
/** Events of a run that are there when it is forked, and those that its fork begins with. */
const FORKED = 5;

/** One run after the other, each from its opening to its end by way of every call that takes a key. */
function* writer(name: string, major: 1 | 2): Writer {
  for (let round = 0; ; round++) {
    const prefix = major === 1 ? '/v1/runs' : '/runs';
    const opened = yield { path: prefix, body: { workflowId: `${name}.${round}` } };
    const run = `${prefix}/${encodeURIComponent(opened.body.runId)}`;
    yield { path: `${run}/events`, body: { type: 'node.told', payload: { round } } };
    yield { path: `${run}/envelopes`, body: { envelope: major === 1 ? envelope(FORM) : envelope2(SURFACE_2) } };
    yield emitBySeam(major, opened.body.runId);
    const gate = yield { path: `${run}/interrupts`, body: GATE };
    yield { path: round % 2 === 0 ? `${run}/interrupts/gate` : gate.body.tokenUrl, body: ACCEPT };
    yield { path: `${run}:fork`, body: { fromSeq: round % 2 === 0 ? FORKED : 0 } };
    const [how, body] = ENDINGS[round % ENDINGS.length] as (typeof ENDINGS)[number];
    yield { path: `${run}/${how}`, body };
  }
}

/** The door of the suite takes keys too; at major 1 it makes the ids of the envelope itself. */
function emitBySeam(major: 1 | 2, runId: string): KeyedRequest {
  if (major === 1) return { path: '/v1/host/sample/a2ui/emit-surface', body: { runId, surface: FORM } };
  const envelope = envelope2(payload2('t', CREATE, UPDATE));
  return { path: '/conformance/seams/sample/a2ui/emit-surface', body: { runId, envelope } };
}

/** The events of a run in their order, of which the last may be missing: of whatever comes next nobody knows yet. */
const COURSE = [
  /^run\.started$/,
  /^node\.told$/,
  /a2ui-surface/,
  /a2ui-surface/,
  /^interrupt\.requested$/,
  /^interrupt\.resolved$/,
  /^run\.(completed|failed|cancelled)$/,
];

test(`[OR20] killed ${KILLS} times while calls are repeated under their keys, nothing is doubled and nothing is half begun`, async () => {
  const majors = [1, 2, 1, 2] as const;
  const writers = majors.map((major) => (name: string) => writer(name, major));
  const { folder, answers, repeated } = await killUnderKeyedCalls({ script: SERVE, kills: KILLS, writers });
  const runs = await storedRuns(folder);
  const forks = runs.filter(({ source }) => source !== undefined);
  const sources = runs.filter(({ source }) => source === undefined);
  for (const { events, due } of sources) {
    expect(events.length, 'a run without its beginning').toBeGreaterThan(0);
    for (const [i, type] of events.entries()) expect(type).toMatch(COURSE[i] ?? /^nothing more$/);
    // What will be due is there with what waits.
    expect(due).toBe(events.length >= FORKED ? 1 : 0);
  }
  for (const { events, due } of forks) {
    expect([1, FORKED]).toContain(events.length);
    expect(due, 'a fork that waits without its deadline').toBe(events.length === 1 ? 0 : 1);
  }
  const workflows = sources.map(({ workflow }) => workflow);
  expect(new Set(workflows).size, 'a run that was opened twice').toBe(workflows.length);
  expect(new Set(forks.map(({ source }) => source)).size, 'a run that was forked twice').toBe(forks.length);
  expect(repeated).toBeGreaterThan(0);
  // A few kills may end before the first run has come so far.
  if (KILLS >= 8) expect(forks.length).toBeGreaterThan(0);
  expectNoneReadable(
    folder,
    answers.flatMap(({ body }) => body.token ?? []),
  );
  if (process.env.VITRINE_KILLS !== undefined)
    console.log({ kills: KILLS, answered: answers.length, repeated, runs: sources.length, forks: forks.length });
});

interface StoredRun {
  readonly source: string | undefined;
  readonly workflow: string;
  /** Their types. */
  readonly events: readonly string[];
  readonly due: number;
}

function storedRuns(folder: string): Promise<readonly StoredRun[]> {
  return readStored(folder, async (log) => {
    const runs: StoredRun[] = [];
    for await (const { session, forkedFrom } of log.sessions()) {
      const events: { type: string; payload: { workflowId?: string } }[] = [];
      for await (const { ext } of log.read(session, 0))
        if (ext?.openwop !== undefined) events.push(ext.openwop as (typeof events)[number]);
      let due = 0;
      for await (const _ of log.records('face:openwop', session)) due++;
      const workflow = String(events[0]?.payload.workflowId);
      runs.push({ source: forkedFrom?.session, workflow, events: events.map(({ type }) => type), due });
    }
    return runs;
  });
}

function expectNoneReadable(folder: string, tokens: readonly string[]): void {
  expect(tokens.length).toBeGreaterThan(0);
  const stored = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');
  for (const token of tokens) expect(stored.includes(token), 'a token in clear').toBe(false);
}
