// Answers of every format, mutated: nothing is thrown, nothing hangs, and the parts are the same for every way to cut them.
// VITRINE_MUTATIONS says how many of each format; the deep run makes a million.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { Catalogs, Fold } from '@vitrine/core/internal';
import { expect, it } from 'vitest';
import { directJson, express, type Format, vertical } from './index.ts';
import type { AnswerPart } from './json/answer-reader.ts';

const COUNT = Number(process.env.VITRINE_MUTATIONS ?? 10_000);
const SEED = Number(process.env.VITRINE_SEED ?? 1);

const EXPRESS = [
  'Here you are.\n<a2ui>\nsurface("a")\n$/user/name = "Ada"\n$/list = [{name: "x", n: 1}, {name: "y"}]\nroot = Column([title, list, send], "start")\ntitle = Text(formatString("Hi ${/user/name}"), "body")\nlist = List(_template($/list, item))\nitem = Card(Text($name))\nsend = Button(label, "primary", go)\nlabel = Text("Send")\ngo = Event("go", {name: $/user/name})\n</a2ui>\nDone.',
  '<a2ui>\nroot = TextField("Zip", $/zip, _, "shortText", null, [?required("Needed"), ?regex(r"^[0-9]{5}$", "Five digits")]) # end\n</a2ui> and <a2ui>\ndeleteSurface("a"); openUrl("https://example.com")\nsurface("b"); root = Text("""two\nlines""")\n</a2ui>',
  '<a2ui>\n[{"version": "v1.0", "deleteSurface": {"surfaceId": "a"}}]\n</a2ui>\n<a2ui>\nctx = {a: [1, 2.5, -3], b: {c: true}}\nroot = Tabs([{title: "One", child: one}, {title: $/t, child: Text("x")}])\none = Slider("L", 0, 10, $/v)\n"odd-id" = Text(\'single\')',
];
const VERTICAL = [
  'Look:\n<a2ui>\nText("Hello")\nText(text="Two", variant="caption")\n# comment\nSlider(label="A", max="10", value=$/v)\n</a2ui>\nDone!',
  '<a2ui-vertical>\n{"component": "Text", "text": "json"}\n<Text text="jsx" />\nText(:text "colon",)\nText("open\nText("next")\nButton(child="t", action=Event("go", a="b"))\n</a2ui-vertical>',
];
const JSON_ANSWERS = [
  'One:\n<a2ui-json>[{"version": "v1.0", "createSurface": {"surfaceId": "a", "components": [{"id": "root", "component": "Text", "text": "Hello"}]}},\n{"version": "v1.0", "updateDataModel": {"surfaceId": "a", "path": "/", "value": {"a": [1, 2]}}},]</a2ui-json>\nand\n```json\n{“version”: “v1.0”, “deleteSurface”: {“surfaceId”: “a”}}\n```\nend',
];
const PIECES = [
  '"',
  "'",
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ',',
  '=',
  ':',
  '$',
  '?',
  '_',
  '\n',
  '\\',
  '"""',
  'r"',
  '#',
  '/*',
  '</a2ui>',
  '<a2ui>',
  '<',
  '`',
  '__proto__',
  'root',
  '1',
  ' ',
  'é',
  '😀',
  'Text(',
  '@',
];

/** A small generator with a seed, so that a failure can be run again. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

function mutated(answer: string, random: (below: number) => number): string {
  let text = answer;
  for (let i = random(4); i >= 0; i--) {
    const at = random(text.length + 1);
    const kind = random(4);
    if (kind === 0) text = text.slice(0, at) + text.slice(at + 1 + random(3));
    else if (kind === 1) text = text.slice(0, at) + PIECES[random(PIECES.length)] + text.slice(at);
    else if (kind === 2) text = text.slice(0, at) + text.slice(at, at + random(20)) + text.slice(at);
    else
      text =
        random(8) === 0
          ? text.slice(0, at)
          : `${text.slice(0, at)}${PIECES[random(PIECES.length)]}${text.slice(at + 1)}`;
  }
  return text;
}

function read(format: Format, answer: string, cut: () => number, fold: Fold | undefined): string {
  const reader = format.createReader(fold === undefined ? { catalogs: [basic10] } : { fold });
  const parts: AnswerPart[] = [];
  for (let at = 0; at < answer.length; ) {
    const size = cut();
    parts.push(...reader.push(answer.slice(at, at + size)));
    at += size;
  }
  parts.push(...reader.end());
  return JSON.stringify(joined(parts));
}

/** Where prose is cut is left to the chunks. */
function joined(parts: readonly AnswerPart[]): readonly AnswerPart[] {
  const list: AnswerPart[] = [];
  for (const part of parts) {
    const last = list.at(-1);
    if (part.part === 'text' && last?.part === 'text')
      list[list.length - 1] = { part: 'text', text: last.text + part.text };
    else list.push(part);
  }
  return list;
}

function newFold(): Fold {
  return new Fold({ strict: true, catalogs: new Catalogs([basic10]) });
}

it.each([
  { format: express, answers: EXPRESS },
  { format: vertical, answers: VERTICAL },
  { format: directJson, answers: JSON_ANSWERS },
])(
  '[FX1] mutated answers in $format.name never throw and are the same for any cut',
  ({ format, answers }) => {
    for (let seed = 1; seed <= COUNT; seed++) {
      const random = randomFrom(SEED + seed * 7919);
      const answer = mutated(answers[random(answers.length)] as string, random);
      const isJudged = seed % 64 === 0;
      const whole = read(format, answer, () => answer.length || 1, isJudged ? newFold() : undefined);
      const cut = read(format, answer, () => 1 + random(24), isJudged ? newFold() : undefined);
      if (cut !== whole) expect({ seed, answer, parts: cut }).toEqual({ seed, answer, parts: whole });
      if (seed % 64 === 1) format.compile(answer, { catalogs: [seed % 128 === 1 ? basic09 : basic10], mend: true });
    }
  },
  600_000,
);
