// What is measured in the browser, of whom, and what was promised.

import type { Job } from './job.ts';

export const FLOOR = 'floor';
export const OURS = 'vitrine';
/** The same without a host: the page judges what it shows. */
export const JUDGED = 'vitrine-judged';
export const LIVES = 'lives';
export const AGAIN = 'again';

const LIT = 'a2ui-lit';
const JSON_RENDER = 'json-render';

/** The page of each peer and the name that it is published under. */
export const PEERS: { readonly [page: string]: string } = {
  [LIT]: '@a2ui/lit',
  'a2ui-react': '@a2ui/react',
  'copilotkit-react': '@copilotkit/a2ui-renderer, React',
  'copilotkit-elements': '@copilotkit/a2ui-renderer, elements',
  [JSON_RENDER]: '@json-render/react',
};

/** The script of each page in the build output. */
export const PAGES: { readonly [page: string]: string } = {
  [FLOOR]: 'pages/floor',
  [OURS]: 'pages/vitrine',
  [JUDGED]: 'pages/vitrine-judged',
  [LIVES]: 'pages/lives',
  [AGAIN]: 'pages/again',
  ...Object.fromEntries(Object.keys(PEERS).map((page) => [page, `peers/${page}`])),
};

export interface Task {
  readonly title: string;
  readonly job: Job;
  /** Of ours. */
  readonly limit: number | null;
  /** How many fresh pages make one sample of the floor and of ours: about 200 ms of the main thread. */
  readonly pages: number;
  /** The pages that are measured besides the floor. */
  readonly subjects: readonly string[];
  /** What is measured against another floor than the one by hand. */
  readonly floor?: string;
  /** Which of the subjects the limit is for, where that is not `OURS`. */
  readonly ours?: string;
  /** Why somebody is missing from a task, or has one of its own. */
  readonly note?: string;
}

export function floorOf({ floor = FLOOR }: Task): string {
  return floor;
}

export function oursOf({ ours = OURS }: Task): string {
  return ours;
}

const ALL: readonly string[] = [OURS, JUDGED, ...Object.keys(PEERS)];
const without = (page: string): string[] => ALL.filter((one) => one !== page);

export const MOUNT: Task = {
  title: 'mount 2,000 components, messages and drawing in one task',
  job: { kind: 'cards', components: 2000, pace: 'burst' },
  limit: 1.4,
  pages: 4,
  subjects: ALL,
};

export const TASKS: readonly Task[] = [
  MOUNT,
  {
    title: 'a fresh page shows 50 components, messages and drawing in one task',
    job: { kind: 'cards', components: 50, pace: 'burst' },
    limit: 1.8,
    pages: 20,
    subjects: ALL,
  },
  {
    title: 'mount 2,000 components, drawn in slices that leave the page responsive',
    job: { kind: 'cards', components: 2000, pace: 'at-leisure' },
    limit: null,
    pages: 4,
    subjects: [OURS],
  },
  {
    title: '2,000 components streamed, one task a message',
    job: { kind: 'cards', components: 2000, pace: 'stream' },
    limit: 1.5,
    pages: 3,
    subjects: without(LIT),
    note: '@a2ui/lit streams 50 components only, because 2,000 crash the tab',
  },
  {
    title: '50 components streamed, one task a message',
    job: { kind: 'cards', components: 50, pace: 'stream' },
    limit: null,
    pages: 1,
    subjects: [LIT],
  },
  {
    title: '10,000 leaf writes on 500 texts, one task a write',
    job: { kind: 'leaves', texts: 500, writes: 10_000, pace: 'stream' },
    limit: 1.15,
    pages: 1,
    subjects: without(JSON_RENDER),
    note: '@json-render/react gets 1,000 streamed writes, because 10,000 take half a minute',
  },
  {
    title: '1,000 leaf writes on 500 texts, one task a write',
    job: { kind: 'leaves', texts: 500, writes: 1000, pace: 'stream' },
    limit: null,
    pages: 1,
    subjects: [JSON_RENDER],
  },
  {
    title: '10,000 leaf writes on 500 texts in one task',
    job: { kind: 'leaves', texts: 500, writes: 10_000, pace: 'burst' },
    limit: 1.4,
    pages: 6,
    subjects: ALL,
  },
];
