// Sentences on a terminal: issues one a line, counts in words. Texts of others are made stripControlChars before they are shown.

import { type Issue, stripControlChars } from '@vitrine/core/internal';
import type { Sink } from './io.ts';

const COLOURS = { error: 31, warning: 33, good: 32, faint: 2 } as const;

export function paint(sink: Sink, colour: keyof typeof COLOURS, text: string): string {
  return sink.colour ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text;
}

/** `file:line: error CODE at /pointer: sentence` */
export function issueLine(file: string, problem: Issue, sink: Sink): string {
  const where = problem.line === undefined ? file : `${file}:${problem.line}`;
  const at = problem.at === undefined || problem.at === '' ? '' : ` at ${problem.at}`;
  const head = paint(sink, problem.severity, `${problem.severity} ${problem.code}`);
  return `${plain(where)}: ${head}${plain(at)}: ${plain(problem.message)}\n`;
}

export function plain(text: string): string {
  return stripControlChars(text).replaceAll('\n', ' ');
}

/** `1 error`, `2 errors` */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
