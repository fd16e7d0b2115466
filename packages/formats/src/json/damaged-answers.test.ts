// Answers with one character missing or too many: every way to damage them, in every form that answers have. The messages
// beside the damaged one arrive as they were written, and what does not is told.

import type { JsonObject } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { answerForms, damages, whatIsLost, withoutEnd } from '../../test/damage.ts';
import { gatherAnswer, parseAnswer } from './read-answer.ts';

const V09: readonly JsonObject[] = [
  { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: 'basic' } },
  {
    version: 'v0.9',
    updateComponents: {
      surfaceId: 's',
      components: [
        { id: 'root', component: 'Column', children: ['a', 'b'], align: 'start' },
        { id: 'a', component: 'Text', text: 'Say "hi" {now} [x], then: go' },
        { id: 'b', component: 'Button', child: 'a', action: { event: { name: 'x', context: { k: { path: '/k' } } } } },
      ],
    },
  },
  { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/', value: { k: 1, list: [{ n: 1 }, { n: 2 }] } } },
  { version: 'v0.9', deleteSurface: { surfaceId: 'old' } },
];

const V08: readonly JsonObject[] = [
  {
    surfaceUpdate: {
      surfaceId: 's',
      components: [
        { id: 'root', component: { Column: { children: { explicitList: ['a', 'b'] } } } },
        { id: 'a', component: { Text: { text: { literalString: 'A' } } } },
      ],
    },
  },
  {
    dataModelUpdate: {
      surfaceId: 's',
      contents: [
        { key: 'k', valueString: 'v' },
        { key: 'm', valueMap: [{ key: 'x', valueNumber: 1 }] },
      ],
    },
  },
  { beginRendering: { surfaceId: 's', root: 'root' } },
  { deleteSurface: { surfaceId: 'old' } },
];

describe('damaged answers', () => {
  for (const [version, messages] of [
    ['0.9', V09],
    ['0.8', V08],
  ] as const)
    for (const form of answerForms(messages)) {
      it(`[RR7] one character missing or too many in ${form.name} of A2UI ${version} loses no other message, and is told`, () => {
        const lost = [...damages(form)].flatMap((damage) => whatIsLost(form, damage, read(damage.text)));
        expect(lost).toEqual([]);
      });

      it(`[RR7] a message that ends anywhere in ${form.name} of A2UI ${version} loses no other message`, () => {
        const lost = [...withoutEnd(form)].flatMap((damage) => whatIsLost(form, damage, read(damage.text)));
        expect(lost).toEqual([]);
      });
    }

  it('[RR7] a bracket that is missing at the end of a message is made up for while the answer still comes', () => {
    const [first, second] = V09.map((message) => JSON.stringify(message)) as [string, string];
    const text = `<a2ui-json>[${first.slice(0, -1)},${second}`;
    expect(gatherAnswer(parseAnswer(text)).messages).toEqual(V09.slice(0, 2));
  });

  it('[RR7] a component that lacks its bracket is the only one that is mended', () => {
    const text = JSON.stringify(V09).replace('"align":"start"}', '"align":"start"');
    expect(gatherAnswer(parseAnswer(text))).toMatchObject({
      messages: V09,
      issues: [{ code: 'VITRINE_JSON_MENDED', severity: 'warning', at: '/updateComponents/components/0' }],
    });
  });

  it('[RR1] messages that are the members of an object are all read, in their order', () => {
    const answer = `{"first": ${JSON.stringify(V09[0])}, "rest": ${JSON.stringify(V09.slice(1))}}`;
    const { messages, repairs } = gatherAnswer(parseAnswer(answer));
    expect(messages).toEqual(V09);
    expect(repairs.map(({ kind }) => kind)).toEqual(['wrong-wrapper']);
  });

  it('[RR1] data that looks like a message stays data where the text is JSON', () => {
    const value = [{ version: 'v0.9', createSurface: { surfaceId: 'x' } }, { beginRendering: {} }];
    const message = { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/', value } };
    expect(gatherAnswer(parseAnswer(JSON.stringify(message)))).toMatchObject({ messages: [message], repairs: [] });
  });
});

function read(text: string): ReturnType<typeof gatherAnswer> {
  return gatherAnswer(parseAnswer(text));
}
