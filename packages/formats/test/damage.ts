// Answers in every form that they have, damaged in every way that one character allows, and what of them did not arrive.
// For tests of the reader here and against published answers in conformance/.

import type { Issue, JsonObject } from '@vitrine/core';

export interface AnswerForm {
  readonly name: string;
  readonly text: string;
  readonly messages: readonly JsonObject[];
  /** Where each message stands in the text. */
  readonly spans: readonly (readonly [from: number, to: number])[];
}

export interface Damage {
  readonly what: string;
  readonly text: string;
  /** The damaged message; -1 where it stands between messages. */
  readonly message: number;
}

export interface ReadAnswer {
  readonly messages: readonly JsonObject[];
  readonly issues: readonly Issue[];
  readonly repairs: readonly object[];
}

export const STRUCTURE = ['{', '}', '[', ']', '"', ',', ':', '\\'];

/** Head, what stands between messages, tail. */
const FRAMES: readonly (readonly [string, string, string, string])[] = [
  ['a tagged list', 'Here: <a2ui-json>[', ',', ']</a2ui-json> Done.'],
  ['tagged lines', '<a2ui-json>\n', '\n', '\n</a2ui-json>'],
  ['a fenced list', 'Look:\n```json\n[', ', ', ']\n```\nBye'],
  ['fenced lines', '```jsonl\n', '\n', '\n```\n'],
  ['a bare list', 'Here it is: [', ',\n', '] there'],
  ['bare lines', 'Here:\n', '\n', '\nthere'],
  ['a tagged wrapper', '<a2ui-json>{"messages": [', ',', ']}</a2ui-json>'],
  ['a tagged wrapper in two others', '<a2ui-json>{"result": {"a2ui": {"messages": [', ',', ']}}}</a2ui-json>'],
  ['a bare wrapper in another', 'Here: {"response": {"messages": [', ',\n', ']}} there'],
  ['a fenced wrapper', '```json\n{"messages": [', ',\n', ']}\n```\n'],
];

export function answerForms(messages: readonly JsonObject[]): AnswerForm[] {
  return FRAMES.map(([name, head, between, tail]) => {
    const spans: [number, number][] = [];
    let text = head;
    for (const [i, message] of messages.entries()) {
      if (i > 0) text += between;
      // Lists are laid out over lines, lines are not.
      const written = between === '\n' ? JSON.stringify(message) : JSON.stringify(message, null, 1);
      spans.push([text.length, text.length + written.length]);
      text += written;
    }
    return { name, text: text + tail, messages, spans };
  });
}

/** Each character of the structure left out once, and one of them put in at every place, another at the next. */
export function* damages(form: AnswerForm): Generator<Damage> {
  for (let at = 0; at <= form.text.length; at++) {
    const char = form.text.charAt(at);
    if (char !== '' && STRUCTURE.includes(char)) yield leaveOut(form, at);
    yield putIn(form, at, STRUCTURE[at % STRUCTURE.length] as string);
  }
}

export function leaveOut({ text, spans }: AnswerForm, at: number): Damage {
  const message = spans.findIndex(([from, to]) => at >= from && at < to);
  return { what: `without ${text.charAt(at)} at ${at}`, text: text.slice(0, at) + text.slice(at + 1), message };
}

export function putIn({ text, spans }: AnswerForm, at: number, added: string): Damage {
  const message = spans.findIndex(([from, to]) => at > from && at < to);
  return { what: `with ${added} at ${at}`, text: text.slice(0, at) + added + text.slice(at), message };
}

/** Each message but the last cut off at every third place; what follows it stands. */
export function* withoutEnd({ text, spans }: AnswerForm): Generator<Damage> {
  for (const [message, [from, to]] of spans.slice(0, -1).entries())
    for (let at = from + 1; at < to; at += 3)
      yield { what: `message ${message} cut at ${at}`, text: text.slice(0, at) + text.slice(to), message };
}

/** Nothing: the others arrived in their order, and the damaged one did or was told of. */
export function whatIsLost(form: AnswerForm, { what, message, text }: Damage, read: ReadAnswer): string[] {
  const arrived = read.messages.map((one) => JSON.stringify(one));
  const wanted = form.messages.map((one) => JSON.stringify(one));
  const lost: string[] = [];
  let from = 0;
  for (const [i, one] of wanted.entries()) {
    const at = arrived.indexOf(one, from);
    if (at >= 0) from = at + 1;
    else if (i !== message) lost.push(`${what}: message ${i}`);
    else if (read.issues.length + read.repairs.length === 0 && !isJson(form, text, message))
      lost.push(`${what}: not told`);
  }
  return lost;
}

/** Where the damage changes only what a text says, nobody can tell. */
function isJson(form: AnswerForm, text: string, message: number): boolean {
  const [from, to] = form.spans[message] as readonly [number, number];
  try {
    JSON.parse(text.slice(from, to + text.length - form.text.length));
    return true;
  } catch {
    return false;
  }
}
