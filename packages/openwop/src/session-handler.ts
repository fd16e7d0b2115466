// What agents and viewers of a run do by the roads of the host: envelopes among the messages of a session, presses and
// answers in a page. All of it goes the ways that HTTP goes. What was only typed is no part of a run (RFC 0102 §A.6): it
// comes along with the press that submits it, and is kept nowhere else.

import {
  type ActionEvent,
  type DialectHandler,
  defined,
  type Issue,
  isObject,
  issue,
  type Json,
  type PortAnswer,
  type PortEvents,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { nameOf } from '@vitrine/dialects/openwop';
import { judgeSubmission, type Submission } from './admission/submission.ts';
import type { Services } from './http/call.ts';
import { Refusal } from './http/refusal.ts';
import { APPROVAL_REASON } from './interrupts/interrupt.ts';
import { outcomeOf } from './interrupts/questions.ts';
import { type Resolution, recordAnswer, resolve } from './interrupts/resolve.ts';
import { emit } from './runs/emission.ts';
import type { Run } from './runs/run.ts';
import { DIALECTS, majorOf } from './runs/run-registry.ts';

export function createSessionHandler(services: Services): DialectHandler {
  return {
    dialects: Object.values(DIALECTS),
    handleMessage: (session, message, dialect, trust) => say(services, session, message, dialect, trust),
    handleEvents: (deed) => act(services, deed),
  };
}

async function say(
  services: Services,
  session: string,
  envelope: Json,
  dialect: string,
  trust?: 'untrusted',
): Promise<PortAnswer> {
  const { port, registry } = services;
  const row = await port.sessions.find(session);
  const major = majorOf(dialect);
  if (row === undefined || major === undefined) throw new Error('A message came that is not for this face.');
  await registry.adopt(row, majorOf(row.dialect) ?? major);
  const answer = await registry.exclusive(session, async (run): Promise<PortAnswer> => {
    if (run.major !== major) return refused('VITRINE_MESSAGE_VERSION', `This is a run of ${DIALECTS[run.major]}.`);
    if (run.isOver) return refused('VITRINE_LOG_SESSION_CLOSED', `The run is ${run.status}.`);
    const isForeign = trust === 'untrusted' || undefined;
    const emission = defined({ envelope, isForeign });
    const { outcome, sequence } = await emit(services, run, emission, { role: 'agent', id: row.agent });
    // What was refused does not say which protocol the session speaks.
    if (row.dialect === undefined && run.sequence === 0) registry.forget(session);
    const seq = sequence === undefined ? 0 : (run.seqs[sequence] ?? 0);
    if (outcome.status === 'accepted') return { accepted: 1, seq, issues: outcome.issues };
    if (outcome.status === 'replayed') return { accepted: 1, seq, issues: [] };
    // Issues have codes of their own; the reason is what the protocol calls it.
    const named = outcome.issues.map(({ message, ...one }) => ({ ...one, message: `${outcome.reason}: ${message}` }));
    return { accepted: 0, seq, issues: named };
  });
  return answer ?? refused('VITRINE_LOG_SESSION_UNKNOWN', 'There is no such session.');
}

async function act(services: Services, deed: PortEvents): Promise<PortAnswer | readonly ViewerEvent[]> {
  const events = deed.body.filter(({ event }) => event !== 'input');
  const [first] = events;
  if (first === undefined) return { accepted: 0, seq: 0, issues: [TYPED] };
  if (events.every(({ event }) => event !== 'answer' && event !== 'action')) return events;
  if (events.length > 1) return refused('VITRINE_LIMIT_ENTRIES', 'One press or answer is sent at a time.', 'viewer');
  const outcome = await services.registry.exclusive(deed.session, async (run) => {
    if (first.event === 'action') return pressed(services, run, first, deed);
    if (first.event !== 'answer') return events;
    const outcome = outcomeOf(run, first.ask, first.value);
    if (outcome === undefined) return events;
    const by = { who: 'person', author: authorOf(deed), answer: first } as const;
    if ('answered' in outcome)
      return recordFor(recordAnswer(services, run, outcome.interrupt, { ...by, answered: outcome.answered }));
    return recordFor(resolve(services, run, outcome.interrupt, { ...by, resumeValue: outcome.resumeValue }));
  });
  return outcome ?? events;
}

async function pressed(
  services: Services,
  run: Run,
  press: ActionEvent,
  deed: PortEvents,
): Promise<PortAnswer | readonly ViewerEvent[]> {
  const submission = {
    surfaceId: press.surface,
    sourceComponentId: nameOf(press.source) ?? press.source,
    values: valuesOf(press, deed),
  };
  if (run.interrupts.size === 0) return undirected(services, run, press, submission);
  const interrupt = run.waitsFor.find((one) => run.mayAnswer(press.surface, one));
  if (interrupt === undefined)
    return refused('VITRINE_EVENT_SOURCE', 'Nothing waits for this button any more.', 'viewer');
  const by = { submission: { ...submission }, who: 'surface', author: authorOf(deed) } as const;
  return recordFor(resolve(services, run, interrupt, by));
}

/** Where nothing was ever waited for, the session's agent hears of the press, with what was entered. */
async function undirected(
  { port }: Services,
  run: Run,
  press: ActionEvent,
  submission: Submission,
): Promise<PortAnswer | readonly ViewerEvent[]> {
  const view = await port.sessions.view(run.session);
  const pressed = await judgeSubmission(port, run.session, view, submission);
  if (!pressed.ok) return { accepted: 0, seq: 0, issues: pressed.issues };
  const { action, values } = pressed.value;
  run.beginTurn();
  return [{ ...press, context: { action, values } }];
}

/** Generation 1 names its fields, generation 2 the paths that they write. */
function valuesOf({ surface, source, context }: ActionEvent, { body }: PortEvents): { readonly [name: string]: Json } {
  if (nameOf(source) !== undefined) return isObject(context.values) ? context.values : {};
  return Object.fromEntries(
    body.flatMap((one) => (one.event === 'input' && one.surface === surface ? [[one.path, one.value]] : [])),
  );
}

/** What a viewer is told of what was recorded for it. */
async function recordFor(recorded: Promise<{ readonly seq: number }>): Promise<PortAnswer> {
  try {
    const { seq } = await recorded;
    return { accepted: 1, seq, issues: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const code =
      CODES[error.code] ?? (error.details?.reason === APPROVAL_REASON ? 'VITRINE_ASK_UNTRUSTED' : 'VITRINE_ASK_VALUE');
    return refused(code, error.message, 'viewer');
  }
}

const TYPED: Issue = {
  ...issue('VITRINE_WRITE_REFUSED', 'warning', 'What is typed here goes with the button that sends it.', ''),
  fault: 'viewer',
};
const CODES: { readonly [code: string]: Issue['code'] } = {
  interrupt_already_resolved: 'VITRINE_ASK_ANSWERED',
  interrupt_expired: 'VITRINE_ASK_LAPSED',
};

function authorOf({ viewer }: PortEvents): Resolution['author'] {
  return { role: 'viewer', id: viewer };
}

function refused(code: Issue['code'], message: string, fault: Issue['fault'] = 'agent'): PortAnswer {
  return { accepted: 0, seq: 0, issues: [{ ...issue(code, 'error', message, ''), fault }] };
}
