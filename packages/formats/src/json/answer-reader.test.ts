import { Catalogs, Fold } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { describe, expect, it } from 'vitest';
import { type AnswerPart, AnswerReader } from './answer-reader.ts';
import { gatherAnswer, hasBlock, parseAnswer, readAnswer, repairJson } from './read-answer.ts';

const OPEN = `{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"${basic09.id}"}}`;
const TEXT =
  '{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"Hi"}]}}';

const kinds = (parts: readonly AnswerPart[]): string[] => parts.map(({ part }) => part);

describe('AnswerReader', () => {
  it('[SP4] a message is given in the push that brings its last bracket', () => {
    const reader = new AnswerReader();
    expect(kinds(reader.push('Look: <a2ui-json>['))).toEqual(['text']);
    expect(reader.push(OPEN.slice(0, -1))).toEqual([]);
    expect(kinds(reader.push('}'))).toEqual(['message']);
    expect(kinds(reader.push(`,${TEXT}`))).toEqual(['message']);
    expect(reader.push(']</a2ui-json>')).toEqual([]);
    expect(reader.end()).toEqual([]);
  });

  it('[SP4] a push that completes nothing gives the same empty list each time', () => {
    const reader = new AnswerReader();
    reader.push('<a2ui-json>{');
    expect(reader.push('"a')).toBe(reader.push('b'));
  });

  it('[SP5] prose is given at once, but for what may begin a block', () => {
    const reader = new AnswerReader();
    expect(reader.push('Talking <a2u')).toEqual([{ part: 'text', text: 'Talking ' }]);
    expect(reader.push('b> and {x')).toEqual([{ part: 'text', text: '<a2ub> and {x' }]);
    expect(reader.push('\n``')).toEqual([{ part: 'text', text: '\n' }]);
    expect(reader.end()).toEqual([{ part: 'text', text: '``' }]);
  });

  it.each([
    ['a tagged list', `<a2ui-json>[${OPEN},${TEXT}]</a2ui-json>`],
    ['a tagged list laid out over lines', `<a2ui-json>\n[\n  ${OPEN},\n  ${TEXT}\n]\n</a2ui-json>`],
    ['lines of JSON in a tag', `<a2ui-json>\n${OPEN}\n${TEXT}\n</a2ui-json>`],
    ['two tagged blocks', `<a2ui-json>${OPEN}</a2ui-json>\n<a2ui-json>${TEXT}</a2ui-json>`],
    ['a fence', `\`\`\`json\n[${OPEN},${TEXT}]\n\`\`\``],
    ['a fence of lines', `\`\`\`jsonl\n${OPEN}\n${TEXT}\n\`\`\``],
    ['a fence inside a tag', `<a2ui-json>\n\`\`\`json\n[${OPEN},${TEXT}]\n\`\`\`\n</a2ui-json>`],
    ['bare lines', `${OPEN}\n${TEXT}`],
    ['a bare list', `[${OPEN}, ${TEXT}]`],
    ['a message laid out over lines', JSON.stringify([JSON.parse(OPEN), JSON.parse(TEXT)], null, 2)],
  ])('[SP6] messages are found in %s', (_, answer) => {
    const { messages, text, repairs, issues } = gatherAnswer(parseAnswer(answer));
    expect(messages).toEqual([JSON.parse(OPEN), JSON.parse(TEXT)]);
    expect([text, repairs, issues]).toEqual(['', [], []]);
  });

  it('[SP7] outside tags, JSON that is no message stays text, character for character', () => {
    const answer = 'See {"path": "/x"} and [{"a": 1}]:\n```json\n{"b": [1]}\n```\n```\n{"c": 2\n```\nDone {"d"';
    expect(gatherAnswer(parseAnswer(answer))).toEqual({ text: answer, messages: [], repairs: [], issues: [] });
  });

  it('[SP7] what was read as text does not come back as the message that follows', () => {
    const { text, messages } = gatherAnswer(parseAnswer(`{"a": 1} <a2ui-json>${OPEN}</a2ui-json>`));
    expect([text, messages]).toEqual(['{"a": 1} ', [JSON.parse(OPEN)]]);
  });

  it.each(['{"name": "x", "version": "1.2.3"}', '{"error": {"code": 404}}', '{"action": "go"}'])(
    '[SP7] %s in a fence is no message',
    (json) => {
      const answer = `\`\`\`json\n${json}\n\`\`\`\n`;
      expect(gatherAnswer(parseAnswer(answer))).toEqual({ text: answer, messages: [], repairs: [], issues: [] });
    },
  );

  it.each([
    '{"name": "x", "version": "1.2.3",}',
    '{"name": "x", "version": "v0.9"}',
    '{"tag": "v1.2", "version": "v1.2.0", "assets": {"a": 1}}',
    '[{"a": 1,}, {"version": "v1"}]',
    '{"name": "x", "scripts": {"version": "node v0.9",}',
  ])('[SP7] %s in a fence is no message, mended or not', (json) => {
    const answer = `\`\`\`json\n${json}\n\`\`\`\nSo.`;
    expect(gatherAnswer(parseAnswer(answer))).toEqual({ text: answer, messages: [], repairs: [], issues: [] });
  });

  it('[SP6] messages of the other dialects are messages too', () => {
    const rpc = { jsonrpc: '2.0', method: 'ui.render', params: {} };
    expect(gatherAnswer(parseAnswer(JSON.stringify(rpc))).messages).toEqual([rpc]);
  });

  it('[SP7] code of other languages in fences stays text', () => {
    const answer = `\`\`\`js-like\nsend(${OPEN});\n\`\`\`\n`;
    expect(gatherAnswer(parseAnswer(answer)).text).toBe(answer);
  });

  it('[SP8] the tag has the name that it is given', () => {
    expect(gatherAnswer(parseAnswer(`<ui>${OPEN}</ui>x`, { tag: 'ui' }))).toMatchObject({ text: 'x', repairs: [] });
  });

  it('[SP9] with a fold, messages are judged and taken in, and a refused one does not stop the next', () => {
    const fold = new Fold({ catalogs: new Catalogs([basic09]) });
    const parts = parseAnswer(`${OPEN}\n${TEXT.replace('"s"', '"other"')}\n${TEXT}`, { fold });
    // The surface of the second might still have come.
    expect(kinds(parts)).toEqual(['message', 'message', 'refused']);
    expect(parts[2]).toMatchObject({
      issues: [{ code: 'VITRINE_SURFACE_UNKNOWN', at: '/updateComponents/surfaceId', severity: 'error' }],
      message: JSON.parse(TEXT.replace('"s"', '"other"')),
    });
    expect(fold.surfaces.get('s')?.component('root')).toBeDefined();
  });

  it('[SP2] leaving the async form early ends its source', async () => {
    let isEnded = false;
    async function* source(): AsyncGenerator<string> {
      try {
        for (;;) yield `${OPEN}\n`;
      } finally {
        isEnded = true;
      }
    }
    for await (const part of readAnswer(source())) if (part.part === 'message') break;
    expect(isEnded).toBe(true);
  });

  it('[SP10] a text that is meant to be JSON is read alone, and a whole block is told from half of one', () => {
    expect(repairJson('{"a": 1,}')).toMatchObject({ messages: [{ a: 1 }], repairs: [{ kind: 'trailing-comma' }] });
    expect(repairJson('nothing')).toMatchObject({ messages: [], issues: [{ code: 'VITRINE_JSON_MALFORMED' }] });
    expect([hasBlock('<a2ui-json>[]</a2ui-json>'), hasBlock('</a2ui-json><a2ui-json>')]).toEqual([true, false]);
  });
});
