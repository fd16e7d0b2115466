import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { Catalogs, Fold } from '@vitrine/core/internal';
import { describe, expect, it } from 'vitest';
import { vertical } from '../index.ts';
import type { AnswerPart } from '../json/answer-reader.ts';

const MEGA = 1024 * 1024;

function read(answer: string, size: number): readonly AnswerPart[] {
  const reader = vertical.createReader({ fold: new Fold({ strict: true, catalogs: new Catalogs([basic10]) }) });
  const parts: AnswerPart[] = [];
  for (let at = 0; at < answer.length; at += size) parts.push(...reader.push(answer.slice(at, at + size)));
  return [...parts, ...reader.end()];
}

function codes(parts: readonly AnswerPart[]): readonly string[] {
  return parts.flatMap((part) => (part.part === 'refused' ? part.issues.map(({ code }) => code) : []));
}

describe('Vertical, hostile', () => {
  it.each([
    { what: 'a string of 4 MB', block: `Text("${'x'.repeat(4 * MEGA)}")`, code: 'VITRINE_LINE_SIZE' },
    { what: 'a quote that is never closed', block: `Text("${' x'.repeat(MEGA)}`, code: 'VITRINE_LINE_SIZE' },
    {
      what: 'white space behind a quote that is left open',
      block: `Nothing("${' '.repeat(MEGA / 2)}x`,
      code: 'VITRINE_COMPONENT_UNKNOWN',
    },
    { what: 'lines of names', block: `Nothing("${'\na'.repeat(MEGA / 4)}")`, code: 'VITRINE_COMPONENT_UNKNOWN' },
    {
      what: 'comments that open in each other',
      block: `Nothing(a ${'/* '.repeat(MEGA / 8)})`,
      code: 'VITRINE_COMPONENT_UNKNOWN',
    },
    { what: 'a comment of 4 MB', block: `# ${'</a2u'.repeat(MEGA)}\nNothing()`, code: 'VITRINE_COMPONENT_UNKNOWN' },
    { what: 'a hundred thousand nested calls', block: 'Text('.repeat(100_000), code: 'VITRINE_JSON_DEPTH' },
    { what: 'a hundred thousand nested lists', block: `Text(${'['.repeat(100_000)}`, code: 'VITRINE_JSON_DEPTH' },
    { what: 'a path of ten thousand segments', block: `Text($${'/a'.repeat(10_000)})`, code: 'VITRINE_LIMIT_DEPTH' },
    {
      what: 'a key named __proto__',
      block: 'Button(child="a", action=Event("go", {__proto__: {a: 1}}))',
      code: 'VITRINE_NAME_RESERVED',
    },
    { what: 'a statement without a call', block: 'v0 = v1; v1 = v0', code: 'VITRINE_FORMAT_SYNTAX' },
  ])('[XV1] $what is bounded, told, the same in pieces, and nothing else is lost', ({ block, code }) => {
    const answer = `<a2ui>\n${block}\nText("still here")\n</a2ui>`;
    const whole = read(answer, answer.length);
    expect(codes(whole)).toEqual([code]);
    expect(JSON.stringify(whole)).toContain('still here');
    expect(read(answer, 5)).toEqual(whole);
  });

  it('[XV1] a line that ends behind an equals sign begins no constructor, however it is cut', () => {
    const answer = '<a2ui>Button(child=\nButtonild=\nButton(child="t", action=Event("go"))\nText("b")</a2ui>';
    const whole = read(answer, answer.length);
    for (let size = 1; size <= 24; size++) expect(read(answer, size)).toEqual(whole);
  });

  it('[XV1] a bracket in a text of three quotes begins no call, however it is cut', () => {
    const answer = '<a2ui>T"""ext(:text "colon",)\nText(op"""en\nText("next")\nText("b")</a2ui>';
    const whole = read(answer, answer.length);
    for (let size = 1; size <= 24; size++) expect(read(answer, size)).toEqual(whole);
  });

  it('[XV1] a closing tag inside a string closes nothing, and a second block has surfaces of its own', () => {
    const parts = read('<a2ui>Text("</a2ui>")</a2ui><a2ui>Text("b")</a2ui>', 3);
    expect(parts).toMatchObject([
      { message: { createSurface: { surfaceId: 'default_surface', components: [{ text: '</a2ui>' }] } } },
      { message: { createSurface: { surfaceId: 'default_surface_1', components: [{ text: 'b' }] } } },
    ]);
  });

  it('[XV1] a hundred thousand components on one line are more than are shown, which is told', () => {
    const parts = read(`<a2ui>${'Text("a") '.repeat(100_000)}</a2ui>`, MEGA);
    expect(parts.filter(({ part }) => part === 'message').length).toBeGreaterThan(0);
    expect(new Set(codes(parts))).toEqual(new Set(['VITRINE_LIMIT_SURFACES']));
  });
});

describe('Vertical, mended', () => {
  const texts = (block: string): readonly (string | undefined)[] => {
    const { messages, issues } = vertical.compile(block, { catalogs: [basic10] });
    expect(issues).toEqual([]);
    return messages.map((one) => /"text":"([^"]*)"/.exec(JSON.stringify(one))?.[1]);
  };

  it.each([
    ['a list of JSON', '[{"component": "Text", "text": "a"}, {"component": "Text", "text": "b"}]'],
    ['other words of JSON', '{"type": "Text", "text": "a"}\n{"component": "Text", "props": {"text": "b"}}'],
    ['a list of Markdown', '- Text("a")\n2. Text("b")'],
    ['tags that are closed', '<Text text="a"></Text>\n<Text text="b"/>'],
  ])('[XV2] %s is read', (_what, block) => {
    expect(texts(block)).toEqual(['a', 'b']);
  });

  it('[XV2] a line of Express names the surface, and a child may be written by its place', () => {
    const { messages } = vertical.compile('surface("s")\nButton("t", "primary", Event("go"))', { catalogs: [basic10] });
    const components = [{ child: 't', variant: 'primary', action: { event: { name: 'go' } } }];
    expect(messages).toMatchObject([{ createSurface: { surfaceId: 's', components } }]);
    expect(vertical.compile('Card(Text("x"))', { catalogs: [basic10] }).ok).toBe(false);
  });
});
