// What goes over the line in these benches: a surface of some components, and updates of about 300 bytes.

import type { Json } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';

/** Bytes of one message. */
export const MESSAGE_LENGTH = 300;

export function surfaceOf(components: number): Json {
  const texts = Array.from({ length: components - 1 }, (_, i) => ({
    id: `text-${i}`,
    type: 'Text',
    props: { text: { path: `/messages/${i}` } },
  }));
  const root = { id: 'root', type: 'Column', props: { children: texts.map(({ id }) => id) } };
  const op = { op: 'open', surface: 'main', catalog: basic09.id, root: 'root', components: [root, ...texts] };
  return { vitrine: 1, body: [{ ...op, data: { messages: texts.map(({ id }) => id) } }] };
}

/** An update that says when it was sent, in microseconds of the clock that all processes share. */
export function updateText(index: number): string {
  const value = `${process.hrtime.bigint() / 1000n}`;
  const bare = `{"vitrine":1,"body":[{"op":"set","surface":"main","path":"/messages/${index % 10}","value":"${value} "}]}`;
  return `${bare.slice(0, -4)}${'x'.repeat(MESSAGE_LENGTH - bare.length)}${bare.slice(-4)}`;
}

/** When an update was sent; undefined where the text holds none. */
export function sentAt(text: string): number | undefined {
  const found = /"value":"(\d+) x/.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

export function microsecondsNow(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
