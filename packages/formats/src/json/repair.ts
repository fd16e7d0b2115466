// What the reader of model output may mend by itself. Each repair is reported; nothing is mended that is not in this table.

export type RepairClass = 'lossless' | 'lossy';

/** Lossless: there is one reading, and all that was written is in it. Lossy: something was left out, cut or guessed. */
export const REPAIRS = {
  'trailing-comma': 'lossless',
  'missing-comma': 'lossless',
  'missing-colon': 'lossless',
  'single-quotes': 'lossless',
  'smart-quotes': 'lossless',
  'unquoted-key': 'lossless',
  comment: 'lossless',
  'python-literal': 'lossless',
  'control-character': 'lossless',
  'bad-escape': 'lossless',
  'number-form': 'lossless',
  'unclosed-bracket': 'lossless',
  'stray-bracket': 'lossless',
  'unopened-bracket': 'lossless',
  'stray-quote': 'lossless',
  'unclosed-block': 'lossless',
  'text-in-block': 'lossless',
  'glued-messages': 'lossless',
  'json-in-string': 'lossless',
  'wrong-wrapper': 'lossless',
  'missing-version': 'lossless',
  'split-message': 'lossless',
  'repeated-message': 'lossless',
  'nested-component': 'lossless',
  'misspelt-name': 'lossless',
  'moved-argument': 'lossless',
  truncated: 'lossy',
  'unclosed-quote': 'lossy',
  'inner-quote': 'lossy',
  'smart-quotes-in-text': 'lossy',
  'bare-word': 'lossy',
  'missing-value': 'lossy',
  'non-finite-number': 'lossy',
  ellipsis: 'lossy',
  'wrapper-fields': 'lossy',
  'missing-id': 'lossy',
  'missing-key': 'lossy',
  'unknown-catalog': 'lossy',
  'unknown-property': 'lossy',
  'unknown-field': 'lossy',
} as const satisfies { readonly [kind: string]: RepairClass };

export type RepairKind = keyof typeof REPAIRS;

export interface Repair {
  readonly kind: RepairKind;
  readonly class: RepairClass;
  /** JSON pointer into the message. */
  readonly at: string;
  /** Characters of the answer before the place; absent where the message was mended after it had been read. */
  readonly offset?: number;
  /** Of a notation of lines: the line of its block, from 1. */
  readonly line?: number;
}

export function repair(kind: RepairKind, at: string, offset?: number): Repair {
  return offset === undefined ? { kind, class: REPAIRS[kind], at } : { kind, class: REPAIRS[kind], at, offset };
}
