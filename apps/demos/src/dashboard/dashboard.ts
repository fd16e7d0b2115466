// A dashboard in A2UI 1.0 that streams: numbers, a chart, a table, a text that grows. Pause, a rush and a look at
// one order come from its viewers. The growing text travels as appended pieces, which 1.0 has no word for: a session
// takes every dialect, message by message.

import { type Demo, type DemoEvent, type DemoTurn, SEEN, type SurfaceData } from '../demo.ts';
import { asList, asNumber, asObject, asText, type Json, type JsonObject } from '../json.ts';
import { a2ui10, neutral } from '../wire.ts';
import { boardComponents } from './board.ts';
import { orderAt, readingAt, type TrafficOrder, wordsAt } from './traffic.ts';

export interface DashboardState {
  readonly running: boolean;
  /** The second that is shown. */
  readonly n: number;
  /** The rush ends at this second. */
  readonly rushUntil: number;
  readonly revenue: number;
  readonly rates: readonly number[];
  readonly orders: readonly TrafficOrder[];
  readonly chosen: string;
}

const SURFACE = 'dashboard';
const board = a2ui10(SURFACE, 'urn:vitrine:catalog:vitrine:1.0');
const TICK_MS = 1000;
const RUSH_TICKS = 20;
const ORDERS_SHOWN = 6;
/** As many as fit a line on a phone. */
const RATES_SHOWN = 20;
const NOTHING_CHOSEN = { id: '', title: '### No order chosen', text: 'Look at one of the newest to see more of it.' };

export const dashboardDemo: Demo<DashboardState> = {
  name: 'dashboard',
  title: 'Live dashboard (A2UI 1.0)',
  dialect: 'a2ui-1.0',
  begin,
  resume,
  hear: (state, event) => (event.kind === 'action' ? act(state, event) : undefined),
  mark: (_state, seq) => board.data(SEEN, seq),
  pause: ({ running }) => (running ? TICK_MS : undefined),
  tick,
  // Every second is an entry in the log of the host.
  whileWatched: true,
};

function begin(): DemoTurn<DashboardState> {
  let state: DashboardState = { running: true, n: 0, rushUntil: 0, revenue: 0, rates: [], orders: [], chosen: '' };
  // A board that begins empty would have to be explained.
  while (state.n < RATES_SHOWN) state = advance(state);
  const data = {
    running: true,
    toggle: toggleOf(true),
    live: liveOf(state),
    ...ordersOf(state.orders),
    chosen: NOTHING_CHOSEN,
    notes: '',
    news: 'Everything runs.',
    demo: {},
  };
  return { state, messages: [board.create(boardComponents(), data)] };
}

function resume(data: SurfaceData): DashboardState | undefined {
  const shown = data.get(SURFACE);
  if (shown === undefined) return undefined;
  const live = asObject(shown.live);
  return {
    running: shown.running === true,
    n: Math.max(0, Math.floor(asNumber(live.n, 0))),
    rushUntil: asNumber(live.rushUntil, 0),
    revenue: asNumber(live.revenue, 0),
    rates: asList(live.rates).map((rate) => asNumber(rate, 0)),
    orders: asList(shown.orders).map(readOrder),
    chosen: asText(asObject(shown.chosen).id),
  };
}

function readOrder(value: Json): TrafficOrder {
  const { id, what, city, amount, status } = asObject(value);
  return {
    id: asText(id),
    what: asText(what),
    city: asText(city),
    amount: asNumber(amount, 0),
    status: asText(status),
  };
}

function advance(state: DashboardState): DashboardState {
  const n = state.n + 1;
  const rush = n < state.rushUntil;
  const order = orderAt(n, rush);
  const { rate } = readingAt(n, rush);
  return {
    ...state,
    n,
    revenue: Math.round((state.revenue + (order?.amount ?? 0)) * 100) / 100,
    rates: [...state.rates, rate].slice(-RATES_SHOWN),
    orders: order === undefined ? state.orders : [order, ...state.orders].slice(0, ORDERS_SHOWN),
  };
}

function liveOf(state: DashboardState): JsonObject {
  const { n, rushUntil, revenue, rates } = state;
  return {
    n,
    rushUntil,
    revenue,
    rates,
    ...readingAt(n, n < rushUntil),
    seconds: rates.map((_, i) => (i === rates.length - 1 ? 'now' : `−${rates.length - 1 - i} s`)),
  };
}

const EUROS = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });

/** The orders as they are kept, and as the table shows them. */
function ordersOf(orders: readonly TrafficOrder[]): { readonly orders: Json; readonly rows: Json } {
  const rows = orders.map(({ amount, ...order }) => ({ ...order, price: EUROS.format(amount) }));
  return { orders: orders as unknown as Json, rows };
}

function orderMessages(orders: readonly TrafficOrder[]): readonly Json[] {
  return Object.entries(ordersOf(orders)).map(([name, value]) => board.data(`/${name}`, value));
}

function toggleOf(running: boolean): JsonObject {
  return running ? { label: 'Pause', icon: 'pause' } : { label: 'Start', icon: 'play' };
}

function tick(before: DashboardState): DemoTurn<DashboardState> {
  const state = advance(before);
  const messages: Json[] = [board.data('/live', liveOf(state))];
  if (state.orders !== before.orders) messages.push(...orderMessages(state.orders));
  const { fresh, words } = wordsAt(state.n, state.n < state.rushUntil);
  if (fresh) messages.push(board.data('/notes', words));
  else if (words !== '') messages.push(note(words));
  return { state, messages };
}

function note(words: string): Json {
  return neutral({ op: 'append', surface: SURFACE, path: '/notes', value: words });
}

/** Apart from what the agent is saying: that may be in the middle of a sentence. */
function news(words: string): Json {
  return board.data('/news', words);
}

type Pressed = Extract<DemoEvent, { readonly kind: 'action' }>;

function act(state: DashboardState, { name, context }: Pressed): DemoTurn<DashboardState> | undefined {
  switch (name) {
    case 'toggle':
      // What the person saw counts: two who press at once both get what they wanted.
      return turn(state, context.running !== true);
    case 'rush':
      return rush(state);
    case 'clear':
      return clear(state);
    case 'look':
      return look(state, asText(context.id));
    case 'refund':
      return refund(state, asText(context.id));
    default:
      return undefined;
  }
}

function turn(state: DashboardState, running: boolean): DemoTurn<DashboardState> {
  return {
    state: { ...state, running },
    messages: [board.data('/running', running), board.data('/toggle', toggleOf(running))],
  };
}

/** A rush is of no use on a board that stands still. */
function rush(before: DashboardState): DemoTurn<DashboardState> {
  const { state, messages } = turn({ ...before, rushUntil: before.n + RUSH_TICKS }, true);
  return { state, messages: [...messages, board.data('/live', liveOf(state)), news('The newsletter is on its way.')] };
}

function clear(before: DashboardState): DemoTurn<DashboardState> {
  const state = { ...before, revenue: 0, rushUntil: 0, orders: [], chosen: '' };
  return {
    state,
    messages: [
      board.data('/live', liveOf(state)),
      ...orderMessages([]),
      board.data('/chosen', NOTHING_CHOSEN),
      board.data('/notes', ''),
      news('Cleared.'),
    ],
  };
}

function look(state: DashboardState, id: string): DemoTurn<DashboardState> {
  const order = state.orders.find((candidate) => candidate.id === id);
  const chosen = order === undefined ? NOTHING_CHOSEN : describe(order);
  return { state: { ...state, chosen: chosen.id }, messages: [board.data('/chosen', chosen)] };
}

function describe({ id, what, city, amount, status }: TrafficOrder) {
  return { id, title: `### Order ${id}`, text: `${what} for ${city}, ${EUROS.format(amount)}, ${status}.` };
}

function refund(state: DashboardState, id: string): DemoTurn<DashboardState> | undefined {
  if (id === '' || id !== state.chosen) return undefined;
  const amount = state.orders.find((order) => order.id === id)?.amount ?? 0;
  const orders = state.orders.map((order) => (order.id === id ? { ...order, amount: 0, status: 'refunded' } : order));
  const revenue = Math.max(0, Math.round((state.revenue - amount) * 100) / 100);
  const after = { ...state, orders, revenue, chosen: '' };
  return {
    state: after,
    messages: [
      ...orderMessages(orders),
      board.data('/live', liveOf(after)),
      board.data('/chosen', { id: '', title: `### Order ${id}`, text: 'The money is on its way back.' }),
      news(`Order ${id} is refunded.`),
    ],
  };
}
