// A berth in a harbour, as a run of OpenWOP: a clarification with a form, an approval with a form, an approval whose form
// was made from what another agent said, which therefore cannot approve (the page says so and asks beside it), the end.

import { delay, systemClock } from '@vitrine/client';
import { asList, asObject, asText, type JsonObject } from '../json.ts';
import { OpenRun, type Question, type RunAccess, RunRefusal } from './open-run.ts';

export const HARBOUR_TITLE = 'A berth in the harbour (OpenWOP)';
const WORKFLOW = 'demo-harbour';
const AGAIN_MS = 2000;

/** Of one run; each round is remembered by it. */
const ROUNDS = 20;

/** Runs one after the other, until the signal. A host that is away is waited for; one that refuses is told of, once. */
export async function playHarbour(access: RunAccess, report: (problem: string) => void): Promise<void> {
  let lastReported: string | undefined;
  const abandoned = new Set<string>();
  while (!access.signal.aborted) {
    let run: OpenRun | undefined;
    try {
      run = await OpenRun.find(access, WORKFLOW, HARBOUR_TITLE, abandoned);
      for (let round = 1; round <= ROUNDS; round++) await play(run, round);
      await run.complete({ rounds: ROUNDS });
    } catch (error) {
      if (!(error instanceof RunRefusal) || access.signal.aborted) await delay(systemClock, AGAIN_MS, access.signal);
      else {
        if (error.message !== lastReported) report(error.message);
        lastReported = error.message;
        if (run !== undefined && UNFIT.includes(error.status)) await giveUp(run, abandoned);
        await delay(systemClock, AGAIN_MS, access.signal);
      }
    }
  }
}

/** The run is over, its session closed, or an older version of this program has said other things in it. */
const UNFIT: readonly number[] = [404, 409, 422];

async function giveUp(run: OpenRun, abandoned: Set<string>): Promise<void> {
  abandoned.add(run.id);
  await run.cancel('It cannot be gone on with.').catch(() => undefined);
}

/** A program that begins again goes through what was answered before, without anybody being asked. */
async function play(run: OpenRun, round: number): Promise<void> {
  const ask = (question: Question): Promise<JsonObject> => run.ask({ ...question, node: `${question.node}-${round}` });
  const { answers } = await ask(WISH);
  const wish = Object.fromEntries(
    asList(answers)
      .map(asObject)
      .map(({ id, answer }) => [asText(id), answer ?? '']),
  );
  const ship = asText(wish.ship, 60) || 'the ship';
  const berth = asText(asList(wish.berth)[0]) || 'any';
  const isMoored = (await ask(permission(ship, berth))).action === 'accept';
  const isPiloted = isMoored && (await ask(pilotage(ship))).action === 'accept';
  await ask(ending(ship, isMoored ? berth : undefined, isPiloted));
}

const text = (id: string, words: string, style: JsonObject = {}): JsonObject => ({
  ...{ id, component: 'Text', text: words },
  ...style,
});
const column = (...children: readonly string[]): JsonObject => ({ id: 'root', component: 'Column', children });
const row = (id: string, ...children: readonly string[]): JsonObject => ({ id, component: 'Row', children });
const button = (id: string, words: string, context: JsonObject, style: JsonObject = {}): readonly JsonObject[] => [
  {
    ...{ id, component: 'Button', child: `${id}-words`, action: { event: { name: 'resume', context } } },
    ...style,
  },
  text(`${id}-words`, words),
];
const shown = (components: readonly JsonObject[], value: JsonObject): readonly JsonObject[] => [
  { updateDataModel: { path: '/', value } },
  { updateComponents: { components } },
];
const needed = (path: string, message: string): readonly JsonObject[] => [
  { message, condition: { call: 'required', args: { value: { path } } } },
];

const WISH: Question = {
  node: 'wish',
  kind: 'clarification',
  data: {
    questions: [
      { id: 'ship', question: 'What is the ship called?' },
      { id: 'berth', question: 'Which berth shall it have?' },
    ],
  },
  messages: shown(
    [
      column('title', 'ship', 'berth', 'send'),
      text('title', 'Where may we moor you?', { variant: 'h2' }),
      {
        id: 'ship',
        component: 'TextField',
        label: 'Ship',
        value: { path: '/ship' },
        checks: needed('/ship', 'Name the ship.'),
      },
      {
        ...{ id: 'berth', component: 'ChoicePicker', label: 'Berth', value: { path: '/berth' } },
        options: ['North quay', 'South quay', 'Buoy 7'].map((name) => ({ label: name, value: name })),
        variant: 'mutuallyExclusive',
      },
      ...button('send', 'Ask for it', { ship: { path: '/ship' }, berth: { path: '/berth' } }, { variant: 'primary' }),
    ],
    { ship: '', berth: ['North quay'] },
  ),
};

function permission(ship: string, berth: string): Question {
  const title = `May ${ship} moor at ${berth}?`;
  return {
    ...{ node: 'permission', kind: 'approval' },
    data: { artifactId: 'berth', artifactType: 'permission', title, actions: ['accept', 'reject'] },
    messages: shown(
      [
        column('title', 'remark', 'buttons'),
        row('buttons', 'accept', 'reject'),
        text('title', title, { variant: 'h2' }),
        { id: 'remark', component: 'TextField', label: 'Remark', value: { path: '/remark' }, variant: 'longText' },
        ...button('accept', 'Let it moor', { remark: { path: '/remark' } }, { variant: 'primary' }),
        ...button('reject', 'Send it away', { remark: { path: '/remark' } }),
      ],
      { remark: '' },
    ),
  };
}

function pilotage(ship: string): Question {
  const title = `Pay 4,000 for a pilot for ${ship}?`;
  return {
    ...{ node: 'pilot', kind: 'approval', trust: 'untrusted' },
    data: { artifactId: 'pilot', artifactType: 'payment', title, actions: ['accept', 'reject'] },
    messages: shown(
      [
        column('title', 'said', 'buttons'),
        row('buttons', 'accept', 'reject'),
        text('title', title, { variant: 'h2' }),
        text('said', 'The pilots’ own agent wrote this form. Its buttons are shown, and approve nothing.'),
        ...button('accept', 'Pay at once', {}, { variant: 'primary' }),
        ...button('reject', 'No pilot', {}),
      ],
      {},
    ),
  };
}

function ending(ship: string, berth: string | undefined, isPiloted: boolean): Question {
  const title = berth === undefined ? `${ship} was sent away` : `${ship} lies at ${berth}`;
  const words = berth === undefined ? 'The harbour master said no.' : `The pilot was ${isPiloted ? '' : 'not '}paid.`;
  return {
    ...{ node: 'again', kind: 'custom' },
    data: { customKind: 'demo.again' },
    messages: shown(
      [
        column('title', 'said', 'again'),
        text('title', title, { variant: 'h2' }),
        text('said', words),
        ...button('again', 'Begin again', {}),
      ],
      {},
    ),
  };
}
