// A number as answer, within its range and on its steps.

import { make } from '../dom.ts';
import type { AskControl, Loose, Reading } from './ask-control.ts';
import type { ChromeWords } from './session-host.ts';

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
    hint: (words) => rangeOf(min, max, words),
    read: (words) => readNumber(field.value, words, min, max, step),
  };
}

function readNumber(text: string, words: ChromeWords, min?: number, max?: number, step?: number): Reading {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return { problem: words.writeNumber };
  if (min !== undefined && value < min) return { problem: words.leastNumber(min) };
  if (max !== undefined && value > max) return { problem: words.greatestNumber(max) };
  if (step !== undefined) {
    const steps = (value - (min ?? 0)) / step;
    // 0.3 / 0.1 is not 3 in binary.
    if (Math.abs(steps - Math.round(steps)) > 1e-6) return { problem: words.onlySteps(step, min) };
  }
  return { value };
}

function rangeOf(min: number | undefined, max: number | undefined, words: ChromeWords): string | undefined {
  if (min !== undefined && max !== undefined) return words.between(min, max);
  if (min !== undefined) return words.orMore(min);
  return max === undefined ? undefined : words.orLess(max);
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
