// A day as answer, written as in ISO 8601.

import { make } from '../dom.ts';
import type { AskControl, Loose, Reading } from './ask-control.ts';

const DAY = /^\d{4}-\d{2}-\d{2}/;

export function makeDateControl(want: Loose<'date'>): AskControl {
  const field = make('input', 'input');
  field.type = 'date';
  const [min, max] = [day(want.min), day(want.max)];
  if (min !== undefined) field.min = min;
  if (max !== undefined) field.max = max;
  const hint = [min === undefined ? '' : `From ${min}`, max === undefined ? '' : `until ${max}`].join(' ').trim();
  return {
    dom: field,
    field,
    focus: field,
    hint: hint === '' ? undefined : `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`,
    read: () => readDay(field.value, min, max),
  };
}

function readDay(value: string, min: string | undefined, max: string | undefined): Reading {
  if (!DAY.test(value)) return { problem: 'Choose a date first.' };
  if (min !== undefined && value < min) return { problem: `The first possible date is ${min}.` };
  if (max !== undefined && value > max) return { problem: `The last possible date is ${max}.` };
  return { value };
}

function day(value: unknown): string | undefined {
  return typeof value === 'string' ? DAY.exec(value)?.[0] : undefined;
}
