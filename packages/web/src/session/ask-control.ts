// What a person answers an ask with: the control for what it wants, what is expected in words, and the answer, judged before
// it is sent. Confirmations need no control: see ask-panel.ts.

import {
  compilePattern,
  type FieldRule,
  fieldSentence,
  judgeEnteredValue,
  optionValue,
  wantRule,
} from '@vitrine/core/later';
import {
  type Issue,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type Limits,
  toText,
  type Want,
} from '@vitrine/core/page';
import type { Control, ControlOption } from '../controls/control.ts';
import { FileControl, fileHint, fileSentence, sendable } from '../controls/file-control.ts';
import { makeControl } from '../controls/make-control.ts';
import type { ChromeWords } from './session-host.ts';
import { line } from './words.ts';

const MAX_OPTIONS = 500;

export type AskReading = { readonly value: Json } | { readonly problem: string };

export interface ControlContext {
  readonly limits: Limits;
  report(problem: Issue): void;
}

export class AskControl {
  readonly control: Control;
  readonly #rule: FieldRule;
  readonly #limits: Limits;
  readonly #options: readonly ControlOption[];

  constructor(want: Want, rule: FieldRule, { limits, report }: ControlContext) {
    this.#limits = limits;
    this.#rule = boundedBy(limits, rule);
    this.#options = optionsOf(want);
    const multiline = want.kind === 'text' && want.multiline === true;
    this.control = makeControl({ rule, multiline, options: this.#options });
    const { field } = this.control;
    if (rule.type === 'text') Object.assign(field, { dir: 'auto', autocomplete: 'off', rows: 4 });
    if (rule.type === 'number') field.inputMode = 'decimal';
    if (rule.pattern === undefined) return;
    // A pattern that cannot be run is the agent's mistake: it is told, and the person is not held up.
    const pattern = compilePattern(rule.pattern, limits);
    if (!pattern.ok) for (const problem of pattern.issues) report(problem);
  }

  draw(words: ChromeWords): void {
    const options = this.#options.map((option) => ({ ...option, label: option.label || words.noName }));
    this.control.draw({ rule: this.#rule, options }, words);
  }

  /** What is expected, when there is something to say about it. */
  hint(words: ChromeWords): string {
    const rule = this.#rule;
    const { type, maxLength, min, max, earliest, latest } = rule;
    if (type === 'file') return fileHint(rule, sendable(rule).maxBytes, words);
    if (maxLength !== undefined && maxLength < this.#limits.textLength) return words.mostCharacters(maxLength);
    if (type === 'number') return rangeOf(min, max, words.between, words.orMore, words.orLess);
    if (type === 'day') return rangeOf(earliest, latest, words.betweenDates, words.fromDate, words.untilDate);
    const unshown = (rule.options?.length ?? 0) - MAX_OPTIONS;
    if (unshown > 0) return words.leftOut(unshown, 'options');
    return type === 'choices' ? words.chooseSome : '';
  }

  async read(words: ChromeWords): Promise<AskReading> {
    const { control } = this;
    const rule = this.#rule;
    const value = control.read();
    const problem =
      value === undefined
        ? ({ code: control.isBad === true ? 'TYPE' : 'REQUIRED', parameters: { type: rule.type } } as const)
        : judgeEnteredValue({ ...rule, required: true }, value, this.#limits);
    if (problem !== undefined && rule.type === 'file')
      return { problem: fileSentence(problem, (value ?? {}) as JsonObject, words) };
    if (problem !== undefined) return { problem: line(fieldSentence(problem, words), 200) };
    if (!(control instanceof FileControl)) return { value: value ?? null };
    control.field.disabled = true;
    const file = await control.load(words);
    control.field.disabled = false;
    return file === undefined ? { problem: words.unreadable } : { value: file };
  }
}

/** Undefined when nobody here knows how to ask for it, and for confirmations. */
export function makeAskControl(want: Want, context: ControlContext): AskControl | undefined {
  const rule = want.kind === 'confirm' ? undefined : wantRule(want);
  return rule === undefined ? undefined : new AskControl(want, rule, context);
}

/** No answer is longer than what can be sent, whatever the agent would take. */
function boundedBy({ textLength }: Limits, rule: FieldRule): FieldRule {
  if (rule.type === 'file') return sendable(rule);
  return rule.type === 'text' ? { ...rule, maxLength: Math.min(rule.maxLength ?? textLength, textLength) } : rule;
}

function optionsOf(want: Want): readonly ControlOption[] {
  if (want.kind !== 'select' || !isArray(want.options as unknown)) return [];
  return want.options.slice(0, MAX_OPTIONS).map((option: Json) => {
    const value = optionValue(option);
    const label = isObject(option) ? (option.label ?? value) : value;
    return { value, label: line(toText(label), 200) };
  });
}

function rangeOf<T>(
  least: T | undefined,
  most: T | undefined,
  both: (least: T, most: T) => string,
  from: (least: T) => string,
  until: (most: T) => string,
): string {
  if (least !== undefined && most !== undefined) return both(least, most);
  if (least !== undefined) return from(least);
  return most === undefined ? '' : until(most);
}
