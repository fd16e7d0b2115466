// Do the scenarios see anything? Each fault below is planted into the host of this process, in the one step that it is
// about, and must turn a named assertion red. Without a fault the same scenarios are green.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SurfaceId } from '@vitrine/core/internal';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import type { Interrupt } from '../../packages/openwop/src/interrupts/interrupt.ts';
import type { Run } from '../../packages/openwop/src/runs/run.ts';
import type { Author } from '../../packages/openwop/src/runs/run-registry.ts';
import type { Emission, Emitted, RunServices } from '../../packages/openwop/src/runs/run-services.ts';
import { SCENARIOS } from './scenarios/index.ts';
import { Ledger } from './scenarios/ledger.ts';
import { Wop } from './scenarios/wop.ts';
import { Hosts } from './scenarios/world.ts';

type Module = { readonly [name: string]: unknown };
type Call = (...args: unknown[]) => unknown;

const { planted, faulty, unjudged } = vi.hoisted(() => {
  const planted: { fault?: string } = {};
  /** The module as it is, but for the functions that a fault replaces while it is planted. */
  async function faulty<M extends Module>(
    original: () => Promise<M>,
    faults: { readonly [fault: string]: (real: M) => Partial<M> },
  ): Promise<M> {
    const real = await original();
    const module: { [name: string]: unknown } = { ...real };
    for (const [fault, make] of Object.entries(faults)) {
      for (const [name, broken] of Object.entries(make(real))) {
        const before = module[name] as Call;
        module[name] = (...args: unknown[]) => (planted.fault === fault ? (broken as Call) : before)(...args);
      }
    }
    return module as M;
  }
  /** Into the session of a run as it came: read, and judged by nothing. */
  async function unjudged(services: RunServices, run: Run, { envelope }: Emission, author: Author): Promise<Emitted> {
    const { dialectById } = await import('@vitrine/dialects');
    const view = await services.port.sessions.view(run.session);
    const read = dialectById(`openwop-${run.major}`)?.decode(envelope, view, 'agent');
    if (read?.ok === true) await services.registry.write(run, [{ entry: read.value }], author);
    const first = { type: '', envelopeId: '', answer: {} };
    return { outcome: { status: 'replayed', first }, answer: {} };
  }
  return { planted, faulty, unjudged };
});

vi.mock(import('../../packages/openwop/src/admission/kind.ts'), (original) =>
  faulty(original, {
    'an unadvertised kind is accepted': () => ({ kind: (draft) => draft }),
    'conflicts are ignored': ({ reEmission }) => ({
      reEmission: (draft, rules, run) => {
        const judged = reEmission(draft, rules, run);
        return 'status' in judged && judged.status === 'invalid' ? draft : judged;
      },
    }),
  }),
);
vi.mock(import('../../packages/openwop/src/admission/version.ts'), (original) =>
  faulty(original, {
    'catalog version 9.9.9 is accepted': () => ({
      version: (draft) => {
        const payload = { ...(draft.envelope.payload as object), catalogVersion: '0.9.1' };
        return { ...draft, envelope: { ...draft.envelope, payload } };
      },
    }),
    'a version above the advertised one is accepted': () => ({ version: (draft) => draft }),
    'strictness is ignored': () => ({ strictness: (draft) => draft }),
    'what a universal kind says is not judged': ({ branch }) => ({
      branch: (draft, rules, run) => (draft.envelope.type === 'error' ? draft : branch(draft, rules, run)),
    }),
    'a payload is judged by the union of the branches': ({ branch }) => ({
      branch: (draft, rules, run) => {
        const judged = branch(draft, rules, run);
        if ('wire' in judged) return judged;
        const { type } = draft.envelope;
        const other = rules.kinds[type] === 1 ? 2 : 1;
        return branch(draft, { ...rules, kinds: { ...rules.kinds, [type]: other } }, run);
      },
    }),
  }),
);
vi.mock(import('../../packages/openwop/src/admission/payload.ts'), (original) =>
  faulty(original, {
    'what no schema can say is not looked at': () => ({ crossField: (draft) => draft }),
    'the fold is not guarded': () => ({ foldGuard: (draft) => draft }),
  }),
);
vi.mock(import('../../packages/openwop/src/admission/markdown-image.ts'), (original) =>
  faulty(original, { 'an image of Markdown passes': () => ({ imageProblem: () => undefined }) }),
);
vi.mock(import('../../packages/openwop/src/admission/limits.ts'), (original) =>
  faulty(original, {
    'caps are ignored': ({ limits }) => ({
      limits: (draft, rules, run) =>
        limits(draft, rules, { ...run, counts: { envelopes: 0, schema: 0, clarification: 0 } }),
    }),
    'cycles and children that never came are accepted': ({ limits }) => ({
      limits: function* (draft, rules, run) {
        const steps = limits(draft, rules, run);
        const judged = Symbol.iterator in steps ? yield* steps : steps;
        const isTorn = !('wire' in judged) && 'issues' in judged && /TREE_/.test(judged.issues[0]?.code ?? '');
        return isTorn ? draft : judged;
      },
    }),
  }),
);
vi.mock(import('../../packages/openwop/src/admission/redaction.ts'), (original) =>
  faulty(original, {
    'nothing is redacted': () => ({ redaction: (draft) => draft }),
    'the taint of a run is ignored': ({ trust }) => ({
      trust: (draft, rules, run) => trust(draft, rules, { ...run, tainted: false }),
    }),
    'the taint of a surface is forgotten': ({ trust }) => ({
      trust: (draft, rules, run) =>
        draft.envelope.meta.contentTrust === 'untrusted' ? trust(draft, rules, run) : draft,
    }),
    'a surface that was removed is trusted again': ({ trust }) => ({
      trust: (draft, rules, run) => trust(draft, rules, { ...run, taintedSurfaces: new Set() }),
    }),
    'an untrusted envelope advances an approval': ({ trust }) => ({
      trust: (draft, rules, { advances: _, ...run }) => trust(draft, rules, run),
    }),
  }),
);
vi.mock(import('../../packages/openwop/src/admission/memory.ts'), (original) =>
  faulty(original, {
    'a re-emission is made anew': ({ recall }) => ({
      recall: (draft, run) => {
        const memory = recall(draft, run);
        return memory.is === 'same' ? { is: 'new' } : memory;
      },
    }),
    'an unadvertised kind takes the place of an answer': ({ recall }) => ({
      recall: (draft, run) => {
        const memory = recall(draft, run);
        const isAdvertised = /^(?:ui\.a2ui-surface|clarification\.request|schema\..*|error)$/.test(draft.envelope.type);
        return isAdvertised || memory.is !== 'other-type' ? memory : { is: 'new' };
      },
      remembering: (_before, now) => now,
    }),
    'a chunk takes the place of the one before it': () => ({ remembering: (_before, now) => now }),
  }),
);
vi.mock(import('../../packages/openwop/src/interrupts/resume-value.ts'), (original) =>
  faulty(original, {
    'an untrusted surface approves': () => ({ mayAdvance: () => true }),
    'a person approves where nobody may': ({ mayAdvance }) => ({
      mayAdvance: (kind, tainted, who) => mayAdvance(kind, tainted, who, false),
    }),
    'a secret names an interrupt': (_real) => ({ assertNamesWithoutSecrets: () => undefined }),
    'a marker resumes where a number was declared': (_real) => ({
      hiddenResume: (port, _interrupt, value) => port.transport.redact(value).value,
    }),
    'a field named action overwrites the button': ({ resumeValueOf }) => ({
      resumeValueOf: (press, interrupt, at) => {
        const { action = press.action } = press.values;
        return resumeValueOf({ ...press, action: String(action) }, interrupt, at);
      },
    }),
  }),
);
vi.mock(import('../../packages/openwop/src/admission/submission.ts'), (original) => {
  /** What is refused by this code is a press of the button `accept`. */
  const despite =
    (code: string) =>
    ({ judgeSubmission }: Awaited<ReturnType<typeof original>>): { judgeSubmission: typeof judgeSubmission } => ({
      judgeSubmission: async (...given) => {
        const judged = await judgeSubmission(...given);
        if (judged.ok || judged.issues[0]?.code !== code) return judged;
        return { ok: true, value: { target: 'resume', action: 'accept', values: {} }, issues: [] };
      },
    });
  return faulty(original, {
    'a button that is not shown is pressed': despite('VITRINE_EVENT_SOURCE'),
    'a part of a surface is pressed': despite('VITRINE_SURFACE_PARTIAL'),
    'a value outside its options is taken': despite('VITRINE_WRITE_VALUE'),
  });
});
vi.mock(import('../../packages/openwop/src/runs/run.ts'), async (original) => {
  const real = await original();
  const { isTaintedAt, mayAnswer } = real.Run.prototype;
  Object.assign(real.Run.prototype, {
    isTaintedAt(this: Run, interrupt: Interrupt): boolean {
      if (planted.fault !== 'only the surface of an approval can taint it') return isTaintedAt.call(this, interrupt);
      const bound = [...this.surfaces.values()].filter((one) => one.interrupt === interrupt.id);
      return this.isTainted || bound.some((one) => one.isTainted);
    },
    mayAnswer(this: Run, id: SurfaceId, interrupt: Interrupt): boolean {
      const isAtNode = this.surfaces.get(id)?.nodes.has(interrupt.nodeId) === true;
      const isPlanted = planted.fault === 'a surface answers whatever waits at its node';
      return mayAnswer.call(this, id, interrupt) || (isPlanted && isAtNode);
    },
  });
  return real;
});
vi.mock(import('../../packages/openwop/src/interrupts/questions.ts'), (original) =>
  faulty(original, { 'nobody is asked beside a surface': () => ({ askChanges: () => [] }) }),
);
vi.mock(import('../../packages/openwop/src/runs/universal-events.ts'), (original) =>
  faulty(original, {
    'a question is recorded and not waited for': ({ eventsOf }) => ({
      eventsOf: (services, run, accepted, emission) => {
        const { events, ...told } = eventsOf(services, run, accepted, emission);
        return { ...told, events: events.filter(({ type }) => type !== 'interrupt.requested') };
      },
    }),
  }),
);
vi.mock(import('../../packages/openwop/src/runs/emission.ts'), (original) =>
  faulty(original, {
    'what A2A brings is not admitted': ({ emit }) => ({
      emit: (services, run, emission, author) =>
        (emission.isForeign === true ? unjudged : emit)(services, run, emission, author),
    }),
    'what A2A brings does not taint the run': ({ emit }) => ({
      emit: (services, run, { isForeign: _, ...emission }, author) => emit(services, run, emission, author),
    }),
    'what an agent says in its session is not admitted': () => ({ emit: unjudged }),
  }),
);

/** Which scenario sees it, by which of its assertions. */
const SEEN: { readonly [fault: string]: readonly [scenario: string, assertion: string] } = {
  'an unadvertised kind is accepted': ['store without render, major 1, api', 'it is gated'],
  'catalog version 9.9.9 is accepted': ['a2ui-surface-version-refusal, seam', '9.9.9 is refused by name'],
  'a version above the advertised one is accepted': [
    'version-selects-branch, plain, api',
    'a version above is unknown',
  ],
  'strictness is ignored': ['version-selects-branch, strict, seam', 'a version below is unknown'],
  'what a universal kind says is not judged': ['aiEnvelope.universalKinds, bare, major 2', 'error does not take 42'],
  'a question is recorded and not waited for': [
    'aiEnvelope.universalKinds, production, major 1',
    'the question is waited for',
  ],
  'a payload is judged by the union of the branches': [
    'version-selects-branch, plain, seam',
    'a body of version 1 is not',
  ],
  'what no schema can say is not looked at': ['bad payloads, major 1', 'an id that stands twice: the reason'],
  'an image of Markdown passes': ['bad payloads, major 2', 'a Markdown image in a text: the reason'],
  'the fold is not guarded': ['fold-guarded, plain, seam', 'a second creation is refused'],
  'caps are ignored': ['aiEnvelope.capBreached', 'what is advertised holds'],
  'cycles and children that never came are accepted': ['bad payloads, major 2', 'a cycle: the reason'],
  'nothing is redacted': ['aiEnvelope.redaction, by options of the seam', 'each secret has its own marker'],
  'a secret names an interrupt': [
    'a2ui-surface-no-secret-rendering, digits and quotes, major 1',
    'a name of an interrupt refuses by name',
  ],
  'a marker resumes where a number was declared': [
    'a2ui-surface-no-secret-rendering, digits and quotes, major 2',
    'where a number was declared it is refused by name',
  ],
  'the taint of a run is ignored': [
    'a run that consumed untrusted content, major 1',
    'a later envelope is not trusted whatever it says',
  ],
  'the taint of a surface is forgotten': [
    'taint is sticky, major 2, api',
    'what follows is not trusted whatever it says',
  ],
  'a surface that was removed is trusted again': [
    'taint is sticky, major 2, seam',
    'removed and made anew it is not trusted either',
  ],
  'an untrusted envelope advances an approval': [
    'a2ui-untrusted-blocks-approval, by options of the seam',
    'boundInterruptKind: the reason is exact',
  ],
  'conflicts are ignored': ['a2ui-surface-replay, major 1, seam', 'another type (clarification.request) is a conflict'],
  'an unadvertised kind takes the place of an answer': [
    'nothing takes the place of an answer, major 1',
    'the first answer stands',
  ],
  'a chunk takes the place of the one before it': [
    'every chunk has its answer, major 1',
    'chunk 0 again is its own answer',
  ],
  'a re-emission is made anew': ['a2ui-surface-replay, major 1, api', 'nothing is made again'],
  'an untrusted surface approves': ['a run that consumed untrusted content, major 2', 'nothing advances the approval'],
  'a person approves where nobody may': ['the strict setting, major 1', 'nor does a person'],
  'a field named action overwrites the button': ['a2ui-action-confinement, major 1', 'a field is not the button'],
  'a button that is not shown is pressed': ['a2ui-action-confinement, major 2', 'a button that is not shown'],
  'a part of a surface is pressed': [
    'nothing can be pressed while chunks are to come, major 2',
    'it cannot be pressed',
  ],
  'only the surface of an approval can taint it': [
    'a binding is no way around the trust of a surface, major 1',
    'shown before the approval, for no node',
  ],
  'a surface answers whatever waits at its node': [
    'a surface answers nothing that it was not sent for, major 2',
    'which it does not answer',
  ],
  'nobody is asked beside a surface': ['a person is asked where no surface asks, major 1', 'it was taken away'],
  'what A2A brings is not admitted': ['from an agent elsewhere, by A2A, major 2', 'an unknown version is told by name'],
  'what A2A brings does not taint the run': [
    'from an agent elsewhere, by A2A, major 1',
    'what the run says later is not trusted either',
  ],
  'what an agent says in its session is not admitted': [
    'to a client, by A2A, major 2',
    'the agent is told by name what is refused',
  ],
  'a value outside its options is taken': ['a2ui-action-confinement, major 1', 'a value outside its options'],
};

/** A press that a fault lets through is answered by no agent: the client waits for as long as the host says. */
const hosts = new Hosts({ answerMs: 5000 });
afterAll(() => hosts.close());
afterEach(() => {
  delete planted.fault;
});

/** What fails; a scenario that cannot go on has found something as well, but it must have been told before. */
async function failuresOf(name: string): Promise<readonly string[]> {
  const scenario = SCENARIOS.find((one) => one.name === name);
  if (scenario === undefined) throw new Error(`There is no scenario ${name}.`);
  const check = new Ledger();
  await scenario.run(hosts, check).catch((error: unknown) => check.holds('it comes to its end', false, String(error)));
  return check.failures.map((line) => line.name);
}

const scenarios = [...new Set(Object.values(SEEN).map(([scenario]) => scenario))];

test('without a fault all of them are green', async () => {
  for (const scenario of scenarios) expect([scenario, await failuresOf(scenario)]).toEqual([scenario, []]);
});

describe('is seen:', () => {
  test.each(Object.entries(SEEN))('%s', async (fault, [scenario, assertion]) => {
    planted.fault = fault;
    expect(await failuresOf(scenario)).toContain(assertion);
  });
});

test('a host that has nothing passes no scenario', async () => {
  const nothing = createServer((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not_found","message":"Nothing."}');
  });
  await once(nothing.listen(0, '127.0.0.1'), 'listening');
  const { port } = nothing.address() as AddressInfo;
  const wop = new Wop(`http://127.0.0.1:${port}`, 'key', { pass: () => undefined, log: () => '' });
  const green: string[] = [];
  for (const { name, assertions, run } of SCENARIOS) {
    const check = new Ledger();
    const isOver = await run({ at: async () => wop, newName: () => 'none' }, check).then(
      () => true,
      () => false,
    );
    if (isOver && check.failures.length === 0 && check.lines.length === assertions) green.push(name);
  }
  nothing.close();
  expect(green).toEqual([]);
});

test('twelve faults or more are planted', () => {
  expect(Object.keys(SEEN).length).toBeGreaterThanOrEqual(12);
});
