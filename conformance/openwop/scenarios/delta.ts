// a2ui-surface-delta-transport (RFC 0114): what is recorded is whole; whoever asks for deltas can put the whole together
// again and gets a document that the closed schema takes.

import type { Json, JsonObject } from '@vitrine/core';
import { deltaFrameSchema } from '@vitrine/dialects/openwop';
import { judgeOf } from '../published.ts';
import { ALL_1, button1, envelope, payload1, text2 } from './documents.ts';
import type { Ledger, Scenario } from './ledger.ts';
import type { Answer, Body, Wop } from './wop.ts';

const FRAME = {
  surfaceRef: 's',
  catalogVersion: '0.9.1',
  patch: [{ op: 'replace', path: '/surface/title', value: 'Later' }],
};
const FRAMES: readonly (readonly [name: string, frame: object, isTaken: boolean])[] = [
  ['a frame', FRAME, true],
  ['a frame without surfaceRef', { ...FRAME, surfaceRef: '' }, false],
  ['a frame without catalogVersion', { ...FRAME, catalogVersion: '' }, false],
  ['a frame without a patch', { ...FRAME, patch: [] }, false],
  ['a frame that tests', { ...FRAME, patch: [{ op: 'test', path: '/surface', value: 1 }] }, false],
  ['a frame with something more', { ...FRAME, run: 'alert(1)' }, false],
];

/** RFC 6902, as far as frames use it; written here so that no code of the host puts together what the host took apart. */
function patched(document: Json, patch: readonly Body[]): Body {
  const whole = { it: structuredClone(document) } as Body;
  for (const { op, path, value } of patch) {
    const steps: string[] = ['it', ...path.split('/').slice(1)].map((one: string) =>
      one.replaceAll('~1', '/').replaceAll('~0', '~'),
    );
    const last = steps.pop() as string;
    const parent = steps.reduce((at, step) => at[step], whole);
    if (!Array.isArray(parent)) {
      if (op === 'remove') delete parent[last];
      else parent[last] = value;
    } else if (op === 'add') parent.splice(last === '-' ? parent.length : Number(last), 0, value);
    else if (op === 'remove') parent.splice(Number(last), 1);
    else parent[Number(last)] = value;
  }
  return whole.it;
}

const LATER = payload1({ component: 'heading', text: 'Changed', level: 3 }, button1('accept'), button1('reject'));
const IFRAME = payload1({ component: 'iframe', src: 'https://elsewhere.example' });

const frames: Scenario = {
  name: 'a2ui-surface-delta-transport, frames',
  assertions: 11,
  async run(hosts, check) {
    const judgeFrame = judgeOf(deltaFrameSchema());
    for (const [name, frame, isTaken] of FRAMES) check.equal(name, judgeFrame(frame as JsonObject), isTaken);
    const judge = judgeOf(await (await hosts.at('plain')).schema(1));
    check.holds('a frame is no payload', !judge(FRAME));
    check.holds('a payload is', judge(ALL_1));
    check.holds('what a patch leads to is judged', judge(patched(ALL_1, FRAME.patch)));
    const foreign = { op: 'add', path: '/surface/components/0', value: text2('x') };
    check.holds('a component of elsewhere does not fit', !judge(patched(ALL_1, [foreign])));
    const script = { op: 'add', path: '/surface/components/0/onClick', value: 'alert(1)' };
    check.holds('nor does a member of elsewhere', !judge(patched(ALL_1, [script])));
  },
};

type Emit = (payload: Body) => Promise<Answer>;

async function follow(wop: Wop, path: string, emit: Emit, check: Ledger): Promise<void> {
  const [a, b] = [await emit(ALL_1), await emit(LATER)];
  check.holds('two surfaces are emitted', a.status < 300 && b.status < 300, [a, b]);
  check.equal('under one name', b.body.surfaceRef, a.body.surfaceRef);
  const read = async (query: string) => (await wop.get(`${path}/events${query}`, { accept: 'application/json' })).body;
  const deltas: readonly Body[] = (await read('?a2uiDelta=1')).events;
  const frame = deltas.map(({ payload }) => payload).find(({ patch }) => patch !== undefined);
  const judgeFrame = judgeOf(deltaFrameSchema());
  check.holds('the second travels as a frame', frame !== undefined && judgeFrame(frame), deltas);
  check.equal('of the same surface', frame?.surfaceRef, a.body.surfaceRef);
  check.equal('and catalog', frame?.catalogVersion, '0.9.1');
  const whole = (await read('')).events.flatMap(({ payload }: Body) => payload.envelope?.payload ?? []);
  check.equal('what is recorded is whole', whole, [ALL_1, LATER]);
  const built = patched(ALL_1, frame?.patch ?? []);
  check.holds('put together it fits the schema', judgeOf(await wop.schema(1))(built), built);
  check.equal('and is what was recorded', built, whole.at(-1));
}

const bySeam: Scenario = {
  name: 'a2ui-surface-delta-transport, seam',
  assertions: 9,
  async run(hosts, check) {
    const wop = await hosts.at('plain');
    const runId = hosts.newName();
    const emit: Emit = (surface) => wop.post('/v1/host/sample/a2ui/emit-surface', { runId, surface });
    await follow(wop, `/v1/runs/${runId}`, emit, check);
    const { status, body } = await emit(IFRAME);
    check.equal('an iframe is refused', [status, body.error], [422, 'a2ui_surface_invalid']);
  },
};

const byApi: Scenario = {
  name: 'a2ui-surface-delta-transport, api',
  assertions: 9,
  async run(hosts, check) {
    const wop = await hosts.at('production');
    const run = await wop.run(1);
    const emit: Emit = (payload) => run.emit(envelope(payload, { nodeId: 'n' }));
    await follow(wop, run.path, emit, check);
    check.equal('an iframe is refused', (await emit(IFRAME)).body.reason, 'envelope_invalid');
  },
};

const streamed: Scenario = {
  name: 'a2ui-surface-delta-transport, a stream',
  assertions: 3,
  async run(hosts, check) {
    const wop = await hosts.at('production');
    const run = await wop.run(1);
    const { correlationId } = envelope(ALL_1);
    const chunk = (payload: Body, index: number, isPartial: boolean) =>
      run.emit(envelope(payload, { nodeId: 'n', correlationId, partial: { isPartial, index, total: 2 } }));
    await chunk(ALL_1, 0, true);
    await chunk(LATER, 1, false);
    await run.emit(envelope(ALL_1, { nodeId: 'n' }));
    const path = `${run.path}/events?a2uiDelta=1`;
    const { events }: { readonly events: readonly Body[] } = (await wop.get(path, { accept: 'application/json' })).body;
    const [part, whole, next] = events.slice(1);
    check.equal('a part says that it is one', part?.payload.envelope?.partial?.isPartial, true);
    check.equal('what ends it says so', whole?.payload.envelope?.partial?.isPartial, false);
    check.holds('what changes it later is a frame', next?.payload.patch !== undefined, next);
  },
};

export const DELTAS: readonly Scenario[] = [frames, bySeam, byApi, streamed];
