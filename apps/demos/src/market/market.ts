// A market of data sets, in AgentChains: a card to begin with, a question, progress that can be cancelled, a table and a
// chart of what was found, an order as a form, and a confirmation before anything is bought.

import type { Demo, DemoEvent, DemoTurn, SurfaceData } from '../demo.ts';
import { asNumber, asObject, asText, type Json, type JsonObject } from '../json.ts';
import { agentchains } from '../wire.ts';
import { codeOf, demandChart, OFFERS, offersTable, orderForm, PHASES, type Phase, stepsAt } from './offers.ts';

export interface MarketState {
  readonly phase: Phase;
  /** Counts what was asked and done, so that no id is used twice. */
  readonly run: number;
  /** Of a hundred. */
  readonly progress: number;
  readonly query: string;
  /** What is being ordered. */
  readonly offer: string;
  readonly copies: number;
}

const TICK_MS = 400;
const STEP = 10;
const START: MarketState = { phase: 'welcome', run: 1, progress: 0, query: '', offer: '', copies: 1 };
const { render, update, remove, ask, confirm, progress: tell, notify } = agentchains;

export const marketDemo: Demo<MarketState> = {
  name: 'market',
  title: 'Buy a data set (AgentChains)',
  dialect: 'agentchains',
  begin: () => ({
    state: START,
    messages: [
      render('market', 'card', cardOf(START)),
      render('way', 'steps', stepsAt('welcome'), { position: 'sidebar' }),
    ],
  }),
  resume,
  hear,
  mark: (_state, seq) => update('market', { demo_seen: seq }),
  pause: ({ phase }) => (phase === 'searching' ? TICK_MS : undefined),
  tick,
};

const PHASE_WORDS: { readonly [phase in Phase]: string } = {
  welcome: 'Tell me what you need, and I look for data sets that are for sale.',
  asking: 'I am waiting for your words.',
  searching: 'I am looking through the market. You can stop me at any time.',
  choosing: 'This is what I found. Choose one and say how many copies you need.',
  confirming: 'Nothing is bought before you confirm it.',
  bought: 'The order is placed. Below is how to read what you bought.',
};

/** The state stands in the card, beside what it shows. */
function cardOf(state: MarketState): JsonObject {
  const { phase, query } = state;
  const actions =
    phase === 'welcome'
      ? [{ label: 'Look for data', action: 'search', variant: 'primary' }]
      : phase === 'choosing' || phase === 'bought'
        ? [{ label: 'Start over', action: 'restart' }]
        : [];
  const sections = query === '' ? [] : [{ label: 'You look for', value: query }];
  return { title: 'Data market', description: PHASE_WORDS[phase], sections, actions, demo_state: { ...state } };
}

function move(state: MarketState, ...more: readonly Json[]): DemoTurn<MarketState> {
  return { state, messages: [update('market', cardOf(state)), update('way', stepsAt(state.phase)), ...more] };
}

const askId = ({ run }: MarketState) => `what-${run}`;
const taskId = ({ run }: MarketState) => `search-${run}`;
const orderId = ({ run }: MarketState) => `buy-${run}`;

function resume(data: SurfaceData): MarketState | undefined {
  const { phase, run, progress, query, offer, copies } = asObject(asObject(data.get('market')?.data).demo_state);
  const known = PHASES.find((one) => one === phase);
  if (known === undefined) return undefined;
  return {
    ...{ phase: known, run: asNumber(run, 1), progress: asNumber(progress, 0), query: asText(query) },
    ...{ offer: asText(offer), copies: asNumber(copies, 1) },
  };
}

function hear(state: MarketState, event: DemoEvent): DemoTurn<MarketState> | undefined {
  if (event.kind === 'cancel') return event.task === taskId(state) ? cancelled(state) : undefined;
  if (event.kind === 'answer') return answered(state, event.ask, event.value);
  if (event.kind !== 'action') return undefined;
  if (event.surface === 'order') return ordered(state, event.context);
  return event.surface === 'market' ? pressed(state, event.name) : undefined;
}

function pressed(state: MarketState, action: string): DemoTurn<MarketState> | undefined {
  if (action === 'search' && state.phase === 'welcome') {
    const asking: MarketState = { ...state, phase: 'asking' };
    const validation = { required: true, max_length: 80 };
    return move(asking, ask(askId(asking), 'What would you like to search for?', validation));
  }
  if (action !== 'restart' || (state.phase !== 'choosing' && state.phase !== 'bought')) return undefined;
  const shown = ['offers', 'demand', state.phase === 'bought' ? 'sample' : 'order'];
  return move({ ...START, run: state.run + 1 }, ...shown.map(remove));
}

function answered(state: MarketState, id: string, value: Json): DemoTurn<MarketState> | undefined {
  if (state.phase === 'asking' && id === askId(state)) {
    const query = asText(value, 80);
    if (query === '') return move({ ...START, run: state.run + 1 });
    const searching: MarketState = { ...state, phase: 'searching', query, progress: 0 };
    return move(searching, tell(taskId(searching), 0, 100, `Looking for “${query}”`));
  }
  if (state.phase !== 'confirming' || id !== orderId(state)) return undefined;
  if (value !== true) {
    const note = notify('info', 'Nothing was bought', 'You can change the order.');
    return move({ ...state, phase: 'choosing', run: state.run + 1 }, note);
  }
  return move(
    { ...state, phase: 'bought' },
    remove('order'),
    render('sample', 'code', codeOf(state.offer)),
    notify('success', 'The order is placed', `${state.copies} × ${state.offer}`),
  );
}

function cancelled(state: MarketState): DemoTurn<MarketState> | undefined {
  if (state.phase !== 'searching') return undefined;
  // The end of a task is that it is done.
  const over = tell(taskId(state), 100, 100, 'Stopped');
  return move({ ...START, run: state.run + 1 }, over, notify('warning', 'Stopped', 'I look no further.'));
}

function ordered(state: MarketState, values: JsonObject): DemoTurn<MarketState> | undefined {
  const offer = OFFERS.find(({ name }) => name === values.offer);
  const copies = asNumber(values.copies, 1);
  if (state.phase !== 'choosing' || offer === undefined) return undefined;
  const confirming: MarketState = { ...state, phase: 'confirming', offer: offer.name, copies };
  const price = `$${(offer.price * copies).toFixed(2)}`;
  return move(
    confirming,
    confirm(orderId(confirming), 'Confirm the purchase', `${copies} × ${offer.name} for ${price}.`),
  );
}

function tick(state: MarketState): DemoTurn<MarketState> {
  const progress = Math.min(100, state.progress + STEP);
  const progressMessage = tell(taskId(state), progress, 100, `Looking for “${state.query}”`);
  if (progress < 100) {
    const next = { ...state, progress };
    return { state: next, messages: [progressMessage, update('market', { demo_state: { ...next } })] };
  }
  return move(
    { ...state, progress, phase: 'choosing' },
    progressMessage,
    render('offers', 'table', offersTable()),
    render('demand', 'chart', demandChart(), { position: 'sidebar' }),
    render('order', 'form', orderForm()),
    notify('success', 'Search complete', `Found ${OFFERS.length} data sets.`),
  );
}
