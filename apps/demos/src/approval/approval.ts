// A release that a person must allow, in the neutral form: a plan, a question with a severity, progress that can be
// cancelled, a toast, a result. Each turn is one message, so that a turn happens whole or not at all.

import { type Demo, type DemoEvent, type DemoTurn, SEEN, type SurfaceData } from '../demo.ts';
import { asNumber, asObject, asText, type Json, type JsonObject } from '../json.ts';
import { neutral } from '../wire.ts';
import { buttonRow, openPlan, type Phase, STAGES, SURFACE, stagesAt } from './plan.ts';

export interface ApprovalState {
  readonly phase: Phase;
  /** Of a hundred. */
  readonly progress: number;
  /** Counts what was asked and done, so that no id is used twice. */
  readonly run: number;
}

const TICK_MS = 600;
const STEP = 4;
const PHASES: readonly string[] = ['plan', 'asking', 'commenting', 'deploying', 'done', 'stopped', 'undoing'];

export const approvalDemo: Demo<ApprovalState> = {
  name: 'approval',
  title: 'Approve a release (neutral form)',
  dialect: 'vitrine',
  begin,
  resume,
  hear,
  mark: (_state, seq) => neutral(set(SEEN, seq)),
  pause: ({ phase }) => (phase === 'deploying' ? TICK_MS : undefined),
  tick,
};

const askId = ({ run }: ApprovalState) => `release-${run}`;
const taskId = ({ run }: ApprovalState) => `rollout-${run}`;

function set(path: string, value: Json): JsonObject {
  return { op: 'set', surface: SURFACE, path, value };
}

function toast(text: string, severity: string): JsonObject {
  return { op: 'effect', effect: { kind: 'toast', text, severity, ms: 6000 } };
}

const PHASE_WORDS: {
  readonly [phase in Phase]: { readonly icon: string; readonly title: string; readonly what: string };
} = {
  plan: {
    icon: 'settings',
    title: 'Release 2.14 of the shop',
    what: 'Three services, one migration, about a minute. It can be rolled back at any time.',
  },
  asking: { icon: 'lock', title: 'Waiting for your word', what: 'Nothing happens before someone allows it.' },
  commenting: { icon: 'edit', title: 'Waiting for your words', what: 'Say what should be different.' },
  deploying: { icon: 'refresh', title: 'Rolling out 2.14', what: 'You can stop it; what was done is then taken back.' },
  done: { icon: 'check', title: '2.14 is live', what: 'All traffic goes to the new version. Errors: 0.1 %.' },
  stopped: { icon: 'warning', title: '2.14 is not live', what: 'The shop runs 2.13, as before.' },
  undoing: { icon: 'lock', title: 'Roll back to 2.13?', what: 'Orders are kept; the migration is reversed.' },
};

/** Moves to a phase: what the surface says then, and where the demo stands. */
function move(state: ApprovalState, ...more: readonly JsonObject[]): DemoTurn<ApprovalState> {
  return { state, messages: [neutral(...facts(state), buttonRow(state.phase), ...more)] };
}

function facts({ phase, progress, run }: ApprovalState): readonly JsonObject[] {
  const { icon, title, what } = PHASE_WORDS[phase];
  return [
    set('/icon', icon),
    set('/title', title),
    set('/what', what),
    set('/stages', stagesAt(progress, phase)),
    set('/demo/phase', phase),
    set('/demo/progress', progress),
    set('/demo/run', run),
  ];
}

function begin(): DemoTurn<ApprovalState> {
  const state: ApprovalState = { phase: 'plan', progress: 0, run: 1 };
  const { run, phase, progress } = state;
  const data = { ...PHASE_WORDS.plan, stages: stagesAt(0, 'plan'), remarks: [], demo: { phase, progress, run } };
  return { state, messages: [neutral(openPlan(data))] };
}

function resume(data: SurfaceData): ApprovalState | undefined {
  const shown = data.get(SURFACE);
  if (shown === undefined) return undefined;
  const { phase, progress, run } = asObject(shown.demo);
  if (typeof phase !== 'string' || !PHASES.includes(phase)) return undefined;
  return { phase: phase as Phase, progress: asNumber(progress, 0), run: asNumber(run, 1) };
}

function hear(state: ApprovalState, event: DemoEvent): DemoTurn<ApprovalState> | undefined {
  if (event.kind === 'action') return act(state, event.name);
  if (event.kind === 'cancel')
    return state.phase === 'deploying' && event.task === taskId(state) ? stop(state) : undefined;
  if (event.kind !== 'answer') return undefined;
  return event.ask === askId(state) ? decide(state, event.value) : undefined;
}

function act(state: ApprovalState, name: string): DemoTurn<ApprovalState> | undefined {
  const { phase, run } = state;
  if (name === 'start' && phase === 'plan') return ask(state, 'asking', RELEASE);
  if (name === 'comment' && phase === 'plan') return ask(state, 'commenting', CHANGE);
  if (name === 'undo' && phase === 'done') return ask(state, 'undoing', UNDO);
  if (name === 'withdraw' && ['asking', 'commenting', 'undoing'].includes(phase))
    return next(state, phase === 'undoing' ? 'done' : 'plan', { op: 'withdraw', ask: askId(state) });
  if (name === 'again' && (phase === 'done' || phase === 'stopped'))
    return move({ phase: 'plan', progress: 0, run: run + 1 }, set('/remarks', []));
  return undefined;
}

const RELEASE = {
  want: { kind: 'confirm', confirm: 'Roll it out', deny: 'Not now' },
  prompt: 'Roll out 2.14 to everyone? It changes the database of the shop.',
  severity: 'critical',
};
const UNDO = {
  want: { kind: 'confirm', confirm: 'Roll it back', deny: 'Leave it' },
  prompt: 'Take 2.14 back and return to 2.13?',
  severity: 'warning',
};
const CHANGE = {
  want: { kind: 'text', multiline: true, maxLength: 300 },
  prompt: 'What should be different in this release?',
  severity: 'info',
};

function ask(state: ApprovalState, phase: Phase, question: JsonObject): DemoTurn<ApprovalState> {
  return move({ ...state, phase }, { op: 'ask', ask: askId(state), ...question });
}

/** Ids of asks and tasks are not used again, so each round has a number of its own. */
function next(state: ApprovalState, phase: Phase, ...more: readonly JsonObject[]): DemoTurn<ApprovalState> {
  return move({ ...state, phase, run: state.run + 1 }, ...more);
}

function decide(state: ApprovalState, value: Json): DemoTurn<ApprovalState> | undefined {
  switch (state.phase) {
    case 'asking':
      return value === true ? start(state) : next(state, 'plan', toast('Nothing was rolled out.', 'info'));
    case 'commenting':
      return remark(state, asText(value, 300));
    case 'undoing':
      return value === true ? undo(state) : next(state, 'done', toast('2.14 stays.', 'info'));
    default:
      return undefined;
  }
}

function start(before: ApprovalState): DemoTurn<ApprovalState> {
  const state: ApprovalState = { phase: 'deploying', progress: 0, run: before.run + 1 };
  return move(state, { op: 'turn', state: 'working' }, task(state));
}

function task(state: ApprovalState): JsonObject {
  const stage = Math.min(STAGES.length - 1, Math.floor((state.progress / 100) * STAGES.length));
  return { op: 'task', task: taskId(state), value: state.progress, total: 100, message: STAGES[stage] ?? '' };
}

function remark(state: ApprovalState, text: string): DemoTurn<ApprovalState> {
  if (text === '') return next(state, 'plan', toast('Nothing was noted.', 'info'));
  const note = { op: 'append', surface: SURFACE, path: '/remarks', value: [{ text }] };
  return next(state, 'plan', note, toast('Noted. The plan waits for you.', 'info'));
}

function tick(before: ApprovalState): DemoTurn<ApprovalState> {
  const state = { ...before, progress: Math.min(100, before.progress + STEP) };
  if (state.progress >= 100) return finish(state);
  const progress = [set('/demo/progress', state.progress), set('/stages', stagesAt(state.progress, 'deploying'))];
  return { state, messages: [neutral(task(state), ...progress)] };
}

function finish(state: ApprovalState): DemoTurn<ApprovalState> {
  const over = { op: 'task', task: taskId(state), done: true };
  return next(state, 'done', over, { op: 'turn', state: 'done' }, toast('2.14 is live.', 'success'));
}

function stop(state: ApprovalState): DemoTurn<ApprovalState> {
  const over = { op: 'task', task: taskId(state), done: true };
  const notice = toast('Stopped: the shop runs 2.13.', 'warning');
  return next({ ...state, progress: 0 }, 'stopped', over, { op: 'turn', state: 'done' }, notice);
}

function undo(state: ApprovalState): DemoTurn<ApprovalState> {
  return next({ ...state, progress: 0 }, 'stopped', toast('Back to 2.13.', 'success'));
}
