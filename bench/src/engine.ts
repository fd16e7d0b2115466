// Promise: the engine applies and resolves streams at a small multiple of JSON.parse, whatever is observed and however
// long lists are. Each row is a ratio within one run; the naive floor and A2UI's own engine stand beside ours.

import { lukewarmRows } from './lukewarm.ts';
import { collectGarbage, type Row, ratio, row, type Subject, sample } from './measure.ts';
import { createNaive } from './naive.ts';
import { Engine, Reader } from './ours.ts';
import { coreSize } from './size/core-size.ts';
import {
  cards,
  itemWrites,
  leafWrites,
  leaves,
  message,
  range,
  shortLives,
  TEMPLATE,
  templateData,
  toLines,
} from './streams.ts';
import { createWebCore } from './web-core.ts';

const PARSE = 'JSON.parse';
const OURS = 'vitrine';
const NAIVE = 'naive Map';
const PEER = 'web_core';

export async function engine(): Promise<Row[]> {
  return [
    ...(await lukewarmRows()),
    ...apply(),
    ...resolve(),
    ...leafRows(),
    ...templateRows(),
    ...surfaceRows(),
    ...scaling(),
    ...(await coreSize()),
  ];
}

interface Fed {
  feed(lines: readonly string[]): void;
}

function fed<E extends Fed>(engine: E, lines: readonly string[]): E {
  engine.feed(lines);
  return engine;
}

function parseAll(lines: readonly string[]): Subject {
  const run = (): void => {
    for (const line of lines) JSON.parse(line);
  };
  return { name: PARSE, run };
}

/** Each subject is sampled in turn with the floor alone: what a peer leaves to be collected is not on our time. */
function ratios(title: string, floor: Subject, subjects: readonly Subject[], limit: number): Row[] {
  return subjects.map((subject) => {
    const times = sample([floor, subject]);
    return row(
      `${title}: ${subject.name}`,
      ratio(times, subject.name, floor.name),
      '× JSON.parse',
      subject.name === OURS ? limit : null,
    );
  });
}

function apply(): Row[] {
  const lines = toLines(cards(1000));
  return ratios(
    'apply 1,000 components in 50 messages',
    parseAll(lines),
    [
      { name: OURS, run: () => fed(new Engine(), lines) },
      { name: NAIVE, run: () => fed(createNaive(), lines) },
      { name: PEER, run: () => fed(createWebCore(), lines) },
    ],
    2.5,
  );
}

function resolve(): Row[] {
  const lines = toLines(cards(1000));
  const [open = '', ...rest] = lines;
  const ours = (): void => {
    const made = new Engine();
    made.feed([open]);
    const reader = new Reader(made.fold);
    made.feed(rest);
    if (reader.tree.size !== 1001 || reader.reads < 2000)
      throw new Error(`The tree has ${reader.tree.size} nodes, ${reader.reads} properties were read.`);
    reader.dispose();
  };
  const peer = (): unknown => {
    const core = createWebCore();
    core.feed([open]);
    const resolver = core.resolve();
    core.feed(rest);
    if (resolver.nodes !== 1001) throw new Error(`The peer has ${resolver.nodes} nodes.`);
    return core;
  };
  return ratios(
    'the same with the resolved tree, every property read',
    parseAll(lines),
    [
      { name: OURS, run: ours },
      { name: PEER, run: peer },
    ],
    6,
  );
}

/** Two sets of writes in turn, so that each write changes something. */
function alternating(engine: Fed, a: readonly string[], b: readonly string[]): () => void {
  let turn = 0;
  return () => engine.feed(turn++ % 2 === 0 ? a : b);
}

function leafRows(): Row[] {
  const [a, b] = [toLines(leafWrites(10_000, 500, 'first')), toLines(leafWrites(10_000, 500, 'other'))];
  const start = toLines(leaves(500));
  let heard = 0;
  const hear = (): void => {
    heard++;
  };
  const ours = new Engine();
  ours.feed(start);
  const naive = createNaive();
  naive.feed(start);
  const peer = createWebCore();
  peer.feed(start);
  for (let i = 0; i < 500; i++) {
    ours.fold.surfaces.get('s')?.data.observe(`/values/key${i}`, hear);
    naive.observe(`/values/key${i}`, hear);
    peer.observe(`/values/key${i}`, hear);
  }
  const rows = ratios(
    '10,000 leaf writes with 500 observers',
    parseAll(a),
    [
      { name: OURS, run: alternating(ours, a, b) },
      { name: NAIVE, run: alternating(naive, a, b) },
      { name: PEER, run: alternating(peer, a, b) },
    ],
    3,
  );
  if (heard < 10_000) throw new Error(`Only ${heard} changes were heard.`);
  return rows;
}

function templateRows(): Row[] {
  const head = toLines(TEMPLATE);
  const data = toLines([templateData(5000)]);
  const ours = (): [Engine, Reader] => {
    const made = new Engine();
    made.feed(head);
    const reader = new Reader(made.fold);
    made.feed(data);
    if (reader.tree.size !== 5001) throw new Error(`The tree has ${reader.tree.size} nodes.`);
    return [made, reader];
  };
  const peer = (): ReturnType<typeof createWebCore> => {
    const made = createWebCore();
    made.feed(head);
    const resolver = made.resolve();
    made.feed(data);
    if (resolver.nodes !== 5001) throw new Error(`The peer has ${resolver.nodes} nodes.`);
    return made;
  };
  const first = ratios(
    'template over 5,000 items with the tree',
    parseAll(data),
    [
      { name: OURS, run: () => ours()[1].dispose() },
      { name: PEER, run: peer },
    ],
    20,
  );
  const [a, b] = [toLines(itemWrites(200, 5000, 'first')), toLines(itemWrites(200, 5000, 'other'))];
  const writes = ratios(
    'then 200 leaf writes inside it',
    parseAll(a),
    [
      { name: OURS, run: alternating(ours()[0], a, b) },
      { name: PEER, run: alternating(peer(), a, b) },
    ],
    6,
  );
  return [...first, ...writes];
}

function surfaceRows(): Row[] {
  const lines = toLines(shortLives(200));
  const made = new Engine();
  const rows = ratios(
    '200 surfaces opened, updated, closed',
    parseAll(lines),
    [
      { name: OURS, run: () => made.feed(lines) },
      { name: PEER, run: () => createWebCore().feed(lines) },
    ],
    6,
  );
  const before = heapKiB();
  for (let i = 0; i < 50; i++) made.feed(lines);
  const grown = heapKiB() - before;
  if (made.fold.surfaces.size !== 0) throw new Error('Surfaces were left open.');
  return [...rows, row('heap kept after 10,000 surfaces opened and closed', grown, 'KiB', 256)];
}

function heapKiB(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1024;
}

/** The cost of one leaf write must not know how much is observed or how long the list is. */
function scaling(): Row[] {
  const observed = scale('observers', [200, 2000, 20_000], (count) => {
    const made = new Engine();
    made.feed(
      toLines([
        ...leaves(1),
        message('updateDataModel', {
          path: '/values',
          value: Object.fromEntries(range(count, (i) => [`key${i}`, 'start'])),
        }),
      ]),
    );
    for (let i = 0; i < count; i++) made.fold.surfaces.get('s')?.data.observe(`/values/key${i}`, () => undefined);
    const step = count / 200;
    const writes = (tag: string): string[] =>
      toLines(
        range(2000, (i) =>
          message('updateDataModel', { path: `/values/key${(i % 200) * step}`, value: `${tag} ${i}` }),
        ),
      );
    return alternating(made, writes('first'), writes('other'));
  });
  const listed = scale('list items', [100, 10_000], (count) => {
    const made = new Engine();
    made.feed(toLines([...TEMPLATE, templateData(count)]));
    new Reader(made.fold);
    const writes = (tag: string): string[] =>
      range(20, () => toLines(itemWrites(100, count, tag))).flatMap((lines, i) =>
        lines.map((line) => line.replace(tag, `${tag}${i}`)),
      );
    return alternating(made, writes('first'), writes('other'));
  });
  return [...observed, ...listed];
}

function scale(what: string, sizes: readonly number[], prepare: (size: number) => () => void): Row[] {
  const subjects = sizes.map((size) => ({ name: String(size), run: prepare(size) }));
  const times = sample(subjects);
  const least = String(sizes[0]);
  return sizes
    .slice(1)
    .map((size) =>
      row(`a leaf write at ${size} ${what} against ${least}`, ratio(times, String(size), least), '×', 1.5),
    );
}
