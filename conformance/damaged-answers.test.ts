// Answers that a language model gave, as the reference compiler wrote them, three in one: one character is left out or put
// in. The others arrive as they were written, and what does not is told (agent/SPEC.md RR7).

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gatherAnswer, parseAnswer } from '@vitrine/agent';
import type { JsonObject } from '@vitrine/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerForms, leaveOut, putIn, STRUCTURE, whatIsLost } from '../packages/formats/test/damage.ts';

const FILE = fileURLToPath(new URL('../../shared/conformance/model-answers/express.jsonl', import.meta.url));
const ABSENT = 'The model answers (../shared/conformance) are not beside this repository; none was damaged.';

if (existsSync(FILE)) {
  const published = readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => (JSON.parse(line) as { compiled: JsonObject[] }).compiled);

  test('[RR7] a published answer with one character missing or too many loses no other message, and is told', () => {
    expect(published.length).toBeGreaterThanOrEqual(42);
    const three = fc.array(fc.nat({ max: published.length - 1 }), { minLength: 3, maxLength: 3 });
    const property = fc.property(three, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (chosen, n, place) => {
      const messages = chosen.map((at, i) => named(published[at] as JsonObject, `s${i}`));
      const forms = answerForms(messages);
      const form = forms[n % forms.length] as (typeof forms)[number];
      const at = Math.floor(place * form.text.length);
      const added = STRUCTURE[n % STRUCTURE.length] as string;
      const near = nearest(form.text, at);
      for (const damage of [leaveOut(form, near), putIn(form, at, added)])
        expect(whatIsLost(form, damage, gatherAnswer(parseAnswer(damage.text)))).toEqual([]);
    });
    fc.assert(property, { numRuns: 300 });
  });
} else {
  test('published answers are damaged where they are present', () => {
    console.log(ABSENT);
    expect(process.env.VITRINE_CONFORMANCE, ABSENT).not.toBe('required');
  });
}

/** The same answer for a surface of its own: a surface that is opened twice in the same words is opened once. */
function named(message: JsonObject, surfaceId: string): JsonObject {
  return { ...message, createSurface: { ...(message.createSurface as JsonObject), surfaceId } };
}

/** The next character of the structure. */
function nearest(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (STRUCTURE.includes(text.charAt(at))) return at;
  return text.lastIndexOf('}');
}
