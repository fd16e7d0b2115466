import { agentchains } from '@vitrine/core/catalogs/agentchains';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { openwop1, openwop2 } from '@vitrine/core/catalogs/openwop';
import { Catalogs, Fold, type Json, type JsonObject, type Op, takeAll } from '@vitrine/core/internal';
import { describe, expect, it } from 'vitest';
import { agent09 } from '../test/bridge.ts';
import { a2ui08 } from './a2ui-0.8/codec.ts';
import { a2ui09 } from './a2ui-0.9/codec.ts';
import { a2ui10 } from './a2ui-1.0/codec.ts';
import { convert } from './convert.ts';
import { DIALECTS } from './detect.ts';
import { drawView, drawViewSteps } from './draw-view.ts';
import { Intake } from './intake.ts';

function played(messages: readonly Json[]): Fold {
  const fold = new Fold({ catalogs: new Catalogs([basic08, basic09, basic10, agentchains, openwop1, openwop2]) });
  const intake = new Intake(fold, { dialects: DIALECTS });
  for (const message of messages) intake.message(message);
  return fold;
}

const texts = (messages: readonly Json[], tried = false): readonly string[] =>
  drawView(played(messages), { tried }).map(({ text }) => text);

const render = (component_type: string, data: Json): Json => ({
  jsonrpc: '2.0',
  method: 'ui.render',
  params: { component_id: 'c', component_type, data },
});

describe('a session as text', () => {
  it.each<[string, Json, readonly string[]]>([
    ['card', { title: 'Ferry', content: 'Leaves at nine.' }, ['Ferry', 'Leaves at nine.']],
    ['table', { headers: [{ key: 'to', label: 'To' }], rows: [{ to: 'Föhr' }] }, ['To', 'Föhr']],
    ['form', { fields: [{ name: 'n', type: 'text', label: 'Name' }], submit_label: 'Book' }, ['Name', '[ Book ]']],
    ['alert', { level: 'warning', message: 'Storm' }, ['Storm']],
    ['steps', { steps: [{ label: 'Pay', status: 'active' }] }, ['Pay']],
    ['code', { code: 'let x = 1', language: 'js' }, ['let x = 1']],
  ])('[CV3] has a %s of AgentChains in words', (type, data, words) => {
    const [text = ''] = texts([render(type, data)]);
    for (const word of words) expect(text).toContain(word);
    expect(text).not.toMatch(/[{}]|":/);
  });

  it('[CV3] has a question for a file in words', () => {
    const ask: Op = { op: 'ask', ask: 'q', want: { kind: 'file' }, prompt: 'Your ticket?', severity: 'warning' };
    const [drawn] = drawView(played([{ vitrine: 1, body: [ask] } as unknown as Json]));
    expect(drawn).toMatchObject({ ask: 'q', text: 'warning\nYour ticket?\nAnswer: [file]\n[ Send ]\n' });
  });

  it('[CV3] has a surface of OpenWOP in words', () => {
    const components: JsonObject[] = [
      { id: 'root', component: 'Column', children: ['t', 'f', 'b'] },
      { id: 't', component: 'Text', text: 'Where to?' },
      { id: 'f', component: 'TextField', label: 'Harbour', value: { path: '/harbour' } },
      { id: 'b', component: 'Button', child: 'l', action: { event: { name: 'go' } } },
      { id: 'l', component: 'Text', text: 'Go' },
    ];
    const fold = new Fold({ catalogs: new Catalogs([openwop2]) });
    const put = components.map(({ id, component, ...props }) => ({ id, type: component, props }) as never);
    fold.accept({ body: [{ op: 'open', surface: 's', catalog: openwop2.id, components: put }] });
    const [drawn] = drawView(fold);
    for (const word of ['Where to?', 'Harbour', 'Go']) expect(drawn?.text).toContain(word);
    expect(drawn?.text).not.toMatch(/[{}]|":/);
  });

  it('[CV3] has open questions with what can be answered', () => {
    const fold = played([]);
    const ask = (id: string, want: Op extends { want: infer W } ? W : unknown): Op =>
      ({ op: 'ask', ask: id, want, prompt: `About ${id}?` }) as Op;
    fold.accept({
      body: [
        ask('pay', { kind: 'confirm' }),
        ask('deck', { kind: 'select', options: [{ value: 'upper' }, { value: 'lower' }] }),
        ask('name', { kind: 'text' }),
      ],
    });
    const drawn = drawView(fold);
    expect(drawn.map(({ ask: id }) => id)).toEqual(['pay', 'deck', 'name']);
    const all = drawn.map(({ text }) => text).join('\n');
    for (const word of ['About pay?', '[ Approve ]', 'About deck?', 'upper', 'About name?'])
      expect(all).toContain(word);
    expect(all).not.toMatch(/[{}]|":/);
  });

  it('[CV3] has surfaces of A2UI as they are', () => {
    expect(texts([agent09.create(), agent09.put({ id: 'root', component: 'Text', text: 'Hello' })])).toEqual([
      'Hello\n',
    ]);
  });
});

const dialects = [a2ui08, a2ui09, a2ui10];

describe('a conversion', () => {
  it.each(dialects)('[CV2] to $id draws a choice of nobody’s variant as it was drawn', (to) => {
    for (const variant of ['dropdown', 7, null, 'multipleSelection', 'mutuallyExclusive']) {
      const options = [{ label: 'A', value: 'a' }];
      const picker = { id: 'root', component: 'ChoicePicker', variant, value: { path: '/c' }, options } as JsonObject;
      const stream = [agent09.create(), agent09.put(picker), agent09.data(['a'], '/c')];
      expect(texts(convert(stream, to).messages)).toEqual(texts(stream));
    }
  });

  const field = (check: JsonObject): JsonObject => ({
    id: 'root',
    component: 'TextField',
    label: 'Mail',
    value: 'x',
    checks: [check],
  });
  const email = { call: 'email', args: { value: 'x' } };
  const put10 = (component: JsonObject): Json => ({
    version: 'v1.0',
    createSurface: { surfaceId: 's', catalogId: basic10.id, components: [component] },
  });
  const own = '! Please enter a valid email address (e.g. user@example.com).\n';

  it('[CV1] keeps the words of a check where the reader’s validator has others', () => {
    const stream = [agent09.create(), agent09.put(field({ condition: email, message: 'Your mail.' }))];
    for (const to of [a2ui09, a2ui10]) {
      const { messages, losses } = convert(stream, to);
      expect(texts(messages, true)).toEqual(['Mail: [x]\n! Your mail.\n']);
      expect(losses).toEqual([]);
    }
  });

  it('[CV1] writes the words of the author’s validator into the rule', () => {
    for (const check of [{ condition: email, message: 'Unread.' }, { condition: email }]) {
      const stream = [put10(field(check))];
      expect(texts(stream, true)).toEqual([`Mail: [x]\n${own}`]);
      const { messages, losses } = convert(stream, a2ui09);
      expect(texts(messages, true)).toEqual([`Mail: [x]\n${own}`]);
      expect(losses).toEqual([]);
    }
  });

  it('[CV1] tells that it made words up', () => {
    const check = { condition: { call: 'required', args: { value: '' } } };
    const { messages, losses } = convert([put10(field(check))], a2ui09);
    expect(JSON.stringify(messages)).toContain('This value is not valid.');
    expect(losses.map(({ what }) => what)).toEqual(['a check without words is given some']);
  });

  it('[CV3] is bounded over all surfaces together where that is asked for, a step a surface', () => {
    const fold = played(
      Array.from({ length: 20 }, (_, i) => ({
        ...{ jsonrpc: '2.0', method: 'ui.render' },
        params: {
          component_id: `c${i}`,
          component_type: 'card',
          data: { title: `Card ${i}`, content: 'x'.repeat(400) },
        },
      })),
    );
    const steps = drawViewSteps(fold, { maxTotal: 2000 });
    let count = 0;
    let next = steps.next();
    for (; next.done !== true; next = steps.next()) count++;
    expect(count).toBe(20);
    const drawn = next.value.map(({ text }) => text);
    expect(drawn[0]).toContain('xxxx');
    expect(drawn.at(-1)).toContain('the picture ends here');
    expect(drawn.join('').length).toBeLessThan(6000);
    expect(drawViewSteps(fold, { only: (id) => id === 'c3' }).next().done).toBe(false);
    expect(takeAll(drawViewSteps(fold, { only: (id) => id === 'c3' })).map(({ id }) => id)).toEqual(['c3']);
  });
});
