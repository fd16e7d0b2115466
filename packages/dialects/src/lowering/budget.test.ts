import type { Json, JsonObject } from '@vitrine/core';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { describe, expect, it } from 'vitest';
import { a2ui08 } from '../a2ui-0.8/codec.ts';
import { agentchainsDialect } from '../agentchains/codec.ts';
import { convert } from '../convert.ts';
import type { Dialect } from '../dialect.ts';
import { openwop1Dialect } from '../openwop-1/codec.ts';

const LIMIT = 4 * 1024 * 1024;
const a = 'abcdefghij'.repeat(10_000);
const ids = Array.from({ length: 300 }, (_, i) => `t${i}`);
const thrice = { call: 'formatString', args: { value: '${/a}${/a}${/a}' } };
const patterns = (i: number) => ({
  call: 'formatString',
  args: { value: `\${regex(value: /a, pattern: '[a-z]+${'x'.repeat(i)}')}` },
});

function surface(components: readonly Json[], data: Json): Json {
  return {
    vitrine: 1,
    body: [{ op: 'open', surface: 's', catalog: basic10.id, protocol: '1.0', components, data }],
  };
}

const column = (text: (i: number) => Json): Json =>
  surface(
    [
      { id: 'root', type: 'Column', props: { children: ids } },
      ...ids.map((id, i) => ({ id, type: 'Text', props: { text: text(i) } })),
    ],
    { a },
  );
const list = surface(
  [
    { id: 'root', type: 'List', props: { children: { componentId: 'row', path: '/rows' } } },
    { id: 'row', type: 'Text', props: { text: { call: 'formatString', args: { value: '${id}${/a}${/a}' } } } },
  ],
  { a, rows: ids.map((id) => ({ id })) },
);

describe('a surface whose texts are evaluated for its reader', () => {
  const readers: readonly Dialect[] = [a2ui08, agentchainsDialect, openwop1Dialect];
  it.each(readers.map((dialect) => [dialect.id, dialect] as const))(
    '[LB1] makes no more than one message may hold, for %s',
    (_id, dialect) => {
      for (const shown of [column(() => thrice), column(patterns), list]) {
        const { messages } = convert([shown], dialect);
        // The data themselves, and what was evaluated.
        expect(Buffer.byteLength(JSON.stringify(messages))).toBeLessThan(LIMIT + 2 * a.length);
      }
    },
  );

  it.each(readers.map((dialect) => [dialect.id, dialect] as const))(
    '[LB1] has no more than four times that with all others that are said together, for %s',
    (_id, dialect) => {
      const [open] = (column(() => thrice) as { readonly body: readonly JsonObject[] }).body;
      const body = Array.from({ length: 12 }, (_, i) => ({ ...open, surface: `s${i}` }));
      const { messages } = convert([{ vitrine: 1, body }], dialect);
      expect(Buffer.byteLength(JSON.stringify(messages))).toBeLessThan(4 * LIMIT + 12 * 2 * a.length);
    },
  );

  it('[LB1] tells what is not sent', () => {
    for (const shown of [column(() => thrice), list]) {
      const { losses } = convert([shown], a2ui08);
      expect(losses.map(({ what }) => what)).toContain('what is evaluated beyond the limit is not sent');
    }
    const { losses } = convert([column((i) => ({ call: 'formatString', args: { value: `\${/b} ${i}` } }))], a2ui08);
    expect(losses.map(({ what }) => what)).not.toContain('what is evaluated beyond the limit is not sent');
  });
});
