// A day as answer, written as in ISO 8601.

import { make } from '../dom.ts';
import type { AskControl, Loose, Reading } from './ask-control.ts';
import type { ChromeWords } from './session-host.ts';

const DAY = /^\d{4}-\d{2}-\d{2}/;

export function makeDateControl(want: Loose<'date'>): AskControl {
  const field = make('input', 'input');
  field.type = 'date';
  const [min, max] = [day(want.min), day(want.max)];
  if (min !== undefined) field.min = min;
  if (max !== undefined) field.max = max;
  return {
    dom: field,
    field,
    focus: field,
    hint: (words) => rangeOf(min, max, words),
    read: (words) => readDay(field.value, min, max, words),
  };
}

function rangeOf(min: string | undefined, max: string | undefined, words: ChromeWords): string | undefined {
  if (min !== undefined && max !== undefined) return words.betweenDates(min, max);
  if (min !== undefined) return words.fromDate(min);
  return max === undefined ? undefined : words.untilDate(max);
}

function readDay(value: string, min: string | undefined, max: string | undefined, words: ChromeWords): Reading {
  if (!DAY.test(value)) return { problem: words.chooseDate };
  if (min !== undefined && value < min) return { problem: words.firstDate(min) };
  if (max !== undefined && value > max) return { problem: words.lastDate(max) };
  return { value };
}

function day(value: unknown): string | undefined {
  return typeof value === 'string' ? DAY.exec(value)?.[0] : undefined;
}
