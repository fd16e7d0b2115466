// What a page is asked to do in one measurement, and the messages that make it do so. Shared by the runner and the pages.

import type { Json } from '@vitrine/core';
import { cards, leafWrites, leaves, type Message, message, OPEN, range, templateData } from '../streams.ts';

export type Job =
  | { readonly kind: 'cards'; readonly components: number; readonly pace: Pace }
  | { readonly kind: 'leaves'; readonly texts: number; readonly writes: number; readonly pace: Pace }
  | { readonly kind: 'list'; readonly rows: number; readonly change: 'cell' | 'append'; readonly changes: number }
  | { readonly kind: 'widgets'; readonly widgets: number; readonly change: 'mount' | 'values'; readonly pace: Pace }
  | { readonly kind: 'lives'; readonly surfaces: number };

/** Of the component that is written in a framework. */
export const STARS_CATALOG = 'urn:bench:stars';

/**
 * All messages in one task, and drawn in it by whoever can; all in one task, drawn when the renderer thinks best; one task
 * each, as from a socket; one task each with a frame drawn behind it.
 */
export type Pace = 'burst' | 'at-leisure' | 'stream' | 'frames';

export interface Script {
  /** Shown before the measurement begins. */
  readonly before: readonly Message[];
  readonly beginning: Expected;
  readonly measured: readonly Message[];
  readonly pace: Pace;
  readonly expected: Expected;
}

/** What the document must hold at the end: every text of these beginnings, every input, every button, in order. */
export interface Expected {
  readonly texts: { readonly [beginning: string]: readonly string[] };
  readonly fields: readonly string[];
  readonly boxes: readonly boolean[];
  readonly buttons: readonly string[];
}

const NOTHING: Expected = { texts: {}, fields: [], boxes: [], buttons: [] };

export function scriptFor(job: Exclude<Job, { kind: 'lives' }>): Script {
  if (job.kind === 'cards') return cardScript(job.components, job.pace);
  if (job.kind === 'leaves') return leafScript(job.texts, job.writes, job.pace);
  if (job.kind === 'widgets') return widgetScript(job.widgets, job.change, job.pace);
  return listScript(job.rows, job.change, job.changes);
}

function widgetScript(widgets: number, change: 'mount' | 'values', pace: Pace): Script {
  const path = (i: number, name: string): Json => ({ path: `/items/${i}/${name}` });
  const star = (i: number): Json => ({
    id: `s${i}`,
    component: 'Stars',
    label: path(i, 'label'),
    value: path(i, 'value'),
  });
  const root = { id: 'root', component: 'Column', children: range(widgets, (i) => `s${i}`) };
  const mount = [
    message('createSurface', { catalogId: STARS_CATALOG }),
    message('updateDataModel', { path: '/items', value: range(widgets, (i) => ({ label: `Stay ${i}`, value: 1 })) }),
    message('updateComponents', { components: [root, ...range(widgets, star)] }),
  ];
  const buttons = range(widgets * 5, (i) => `${(i % 5) + 1}`);
  const given = (value: number): Expected => ({
    ...NOTHING,
    texts: { 'Given ': range(widgets, (i) => `Given ${value} to Stay ${i}`) },
    buttons,
  });
  if (change === 'mount') return { before: [], beginning: NOTHING, measured: mount, pace, expected: given(1) };
  const values = range(widgets, (i) => message('updateDataModel', { path: `/items/${i}/value`, value: 4 }));
  return { before: mount, beginning: given(1), measured: values, pace, expected: given(4) };
}

/** The root by itself, then two blocks of ten components a message, the data last. */
function cardScript(components: number, pace: Pace): Script {
  const sent = cards(components);
  const all = sent.flatMap(({ updateComponents }) => (updateComponents as { components?: Json[] })?.components ?? []);
  const put = (list: Json[]): Message => message('updateComponents', { components: list });
  const blocks = range(Math.ceil(components / 20), (i) => put(all.slice(1 + i * 20, 21 + i * 20)));
  const count = components / 10;
  const expected: Expected = {
    texts: {
      'Title ': range(count, (i) => `Title ${i}`),
      'Body ': range(count, (i) => `Body of item ${i}`),
      'Some text': range(count, () => 'Some text that says a little more'),
    },
    fields: range(count, (i) => `Name ${i}`),
    boxes: range(count, (i) => i % 2 === 0),
    buttons: range(count, () => 'Go'),
  };
  const measured = [OPEN, put(all.slice(0, 1)), ...blocks, sent.at(-1) as Message];
  return { before: [], beginning: NOTHING, measured, pace, expected };
}

function leafScript(texts: number, writes: number, pace: Pace): Script {
  const last = range(texts, (i) => `leaf ${i + texts * Math.floor((writes - 1 - i) / texts)}`);
  return {
    before: leaves(texts),
    beginning: { ...NOTHING, texts: { start: range(texts, () => 'start') } },
    measured: leafWrites(writes, texts, 'leaf'),
    pace,
    expected: { ...NOTHING, texts: { 'leaf ': last } },
  };
}

const ROWS: readonly Message[] = [
  OPEN,
  message('updateComponents', {
    components: [
      { id: 'root', component: 'List', children: { componentId: 'item', path: '/items' } },
      { id: 'item', component: 'Row', children: ['name', 'quantity'] },
      { id: 'name', component: 'Text', text: { path: 'name' } },
      { id: 'quantity', component: 'Text', text: { path: 'quantity' } },
    ],
  }),
];

function listScript(rows: number, change: 'cell' | 'append', changes: number): Script {
  const names = range(rows, (i) => `Item ${i}`);
  const beginning: Expected = { ...NOTHING, texts: { 'Item ': [...names] } };
  const measured = range(changes, (i) => {
    const at = change === 'append' ? rows + i : Math.floor((i * rows) / changes);
    names[at] = `Item ${at} ${change}`;
    return change === 'append'
      ? message('updateDataModel', { path: `/items/${at}`, value: { name: names[at], quantity: at } })
      : message('updateDataModel', { path: `/items/${at}/name`, value: names[at] });
  });
  const before = [...ROWS, templateData(rows)];
  return { before, beginning, measured, pace: 'frames', expected: { ...NOTHING, texts: { 'Item ': names } } };
}
