// A number as answer, within its range and on its steps.

import { make } from '../dom.ts';
import type { AskControl, Loose, Reading } from './ask-control.ts';

export function makeNumberControl(want: Loose<'number'>): AskControl {
  const field = make('input', 'input');
  field.type = 'number';
  field.inputMode = 'decimal';
  const [min, max] = [finite(want.min), finite(want.max)];
  const given = finite(want.step);
  const step = given !== undefined && given > 0 ? given : undefined;
  if (min !== undefined) field.min = String(min);
  if (max !== undefined) field.max = String(max);
  field.step = step === undefined ? 'any' : String(step);
  return {
    dom: field,
    field,
    focus: field,
    hint: rangeOf(min, max),
    read: () => readNumber(field.value, min, max, step),
  };
}

function readNumber(text: string, min?: number, max?: number, step?: number): Reading {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return { problem: 'Write a number first.' };
  if (min !== undefined && value < min) return { problem: `The least possible number is ${min}.` };
  if (max !== undefined && value > max) return { problem: `The greatest possible number is ${max}.` };
  if (step !== undefined) {
    const steps = (value - (min ?? 0)) / step;
    // 0.3 / 0.1 is not 3 in binary.
    if (Math.abs(steps - Math.round(steps)) > 1e-6) {
      return { problem: `Only steps of ${step}${min === undefined ? '' : ` from ${min}`} are possible.` };
    }
  }
  return { value };
}

function rangeOf(min: number | undefined, max: number | undefined): string | undefined {
  if (min !== undefined && max !== undefined) return `From ${min} to ${max}.`;
  if (min !== undefined) return `${min} or more.`;
  return max === undefined ? undefined : `${max} or less.`;
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
