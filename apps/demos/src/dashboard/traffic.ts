// The shop that the dashboard watches, second by second. Everything follows from the number of the second, so that a
// dashboard that was stopped goes on as if it had not been.

export interface TrafficOrder {
  readonly id: string;
  readonly what: string;
  readonly city: string;
  readonly amount: number;
  readonly status: string;
}

export interface TrafficSample {
  /** Orders a minute. */
  readonly rate: number;
  readonly latency: number;
  /** Of a hundred. */
  readonly errors: number;
}

const GOODS = [
  'Espresso blend, 1 kg',
  'Filter Huila, 250 g',
  'Hand grinder',
  'Decaf, 500 g',
  'Paper filters',
  'Kettle',
];
const PRICES = [28.5, 12.9, 89, 17.4, 4.5, 64];
const CITIES = ['Hamburg', 'Porto', 'Gdańsk', 'Ljubljana', 'Lyon', 'Malmö', 'Utrecht'];

export const CALM = [
  'Traffic is calm and the queue is empty.',
  'Paper filters sell better than yesterday at this hour.',
  'Porto orders a lot of decaf today.',
  'All three payment providers answer within their limits.',
  'The next roast leaves the warehouse at four o’clock.',
];
export const BUSY = [
  'The newsletter went out, so orders come in three times as fast.',
  'The queue grows but stays below its alarm.',
  'A fourth worker was started to keep the waiting time down.',
];
const WORDS_A_TICK = 2;
const TICKS_A_SENTENCE = 8;
const SENTENCES_KEPT = 6;

/** From 0 to 1, always the same for the same number. */
export function noise(n: number): number {
  let hash = Math.imul(n + 0x9e37, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

export function readingAt(n: number, rush: boolean): TrafficSample {
  const rate = Math.round(42 + 14 * Math.sin(n / 11) + 8 * noise(n) + (rush ? 75 : 0));
  const latency = Math.round(92 + rate * 0.9 + 30 * noise(n + 500));
  const errors = Math.round((0.2 + 0.5 * noise(n + 900) + (rush ? 1.4 : 0)) * 10) / 10;
  return { rate, latency, errors };
}

/** Not every second has one. */
export function orderAt(n: number, rush: boolean): TrafficOrder | undefined {
  if (!rush && n % 3 !== 0) return undefined;
  const kind = Math.floor(noise(n + 11) * GOODS.length);
  const pieces = 1 + Math.floor(noise(n + 23) * 3);
  return {
    id: `R-${10_000 + n}`,
    what: `${pieces} × ${GOODS[kind]}`,
    city: CITIES[Math.floor(noise(n + 37) * CITIES.length)] ?? '',
    amount: Math.round(pieces * (PRICES[kind] ?? 0) * 100) / 100,
    status: noise(n + 41) > 0.12 ? 'paid' : 'not paid yet',
  };
}

/** What is said in this second: some words of a sentence, or nothing. `fresh`: the page was full. */
export function wordsAt(n: number, rush: boolean): { readonly fresh: boolean; readonly words: string } {
  const which = Math.floor(n / TICKS_A_SENTENCE);
  const sentences = rush ? BUSY : CALM;
  const words = (sentences[which % sentences.length] ?? '').split(' ');
  const from = (n % TICKS_A_SENTENCE) * WORDS_A_TICK;
  const sentence = words.slice(from, from + WORDS_A_TICK).join(' ');
  return { fresh: n % (TICKS_A_SENTENCE * SENTENCES_KEPT) === 0, words: sentence === '' ? '' : `${sentence} ` };
}
