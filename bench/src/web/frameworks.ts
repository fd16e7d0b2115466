// Promise: what a framework costs beside the element is little: the wrapper around a surface of our own widgets, and widgets
// that are written in the framework.

import { type Row, row } from '../measure.ts';
import { Pages } from './browser.ts';
import { Rounds } from './rounds.ts';
import { floorOf, oursOf, type Task } from './tasks.ts';

const ELEMENT = 'element';
const WRAPPED = 'element-react';
const LIST = 'list-react';
const WIDGETS = 'widgets-react';

const TASKS: readonly Task[] = [
  {
    title: "2,000 components by React's wrapper against the plain element",
    job: { kind: 'cards', components: 2000, pace: 'burst' },
    limit: 1.1,
    pages: 4,
    floor: ELEMENT,
    ours: WRAPPED,
    subjects: [WRAPPED],
  },
  {
    title: '200 widgets in React on one surface against the same in a list of React',
    job: { kind: 'widgets', widgets: 200, change: 'mount', pace: 'burst' },
    limit: 1.2,
    pages: 8,
    floor: LIST,
    ours: WIDGETS,
    subjects: [WIDGETS],
  },
  {
    title: 'a new value for each of them, one task a message, against the same',
    job: { kind: 'widgets', widgets: 200, change: 'values', pace: 'stream' },
    limit: 1.2,
    pages: 4,
    floor: LIST,
    ours: WIDGETS,
    subjects: [WIDGETS],
  },
];

export async function frameworks(): Promise<Row[]> {
  const entries = [ELEMENT, WRAPPED, LIST, WIDGETS].map((page) => [page, `pages/${page}`] as const);
  const pages = await Pages.open(Object.fromEntries(entries), false);
  try {
    const rounds = await Rounds.measure(pages, TASKS);
    return TASKS.flatMap((task) => {
      const { title, limit } = task;
      return [
        row(title, rounds.ratio(task, oursOf(task), 'task'), '×', limit),
        row(`${title}, script alone`, rounds.ratio(task, oursOf(task), 'script'), '×', null),
        row(`${title}: the floor itself`, rounds.value(task, floorOf(task), 'task'), 'ms', null),
      ];
    });
  } finally {
    await pages.close();
  }
}
