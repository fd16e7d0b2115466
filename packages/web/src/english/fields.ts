// What asks and forms say alike about answers and files, in English.

import { RULE_SENTENCES } from '@vitrine/core/later';
import { plurals } from '../plural.ts';

/** Things that may be too many to be shown. */
export type FieldNoun = 'actions' | 'columns' | 'entries' | 'fields' | 'options' | 'rows' | 'steps';
export type Unit = 'MB' | 'KB' | 'bytes';

const counted = plurals('en');
const KINDS: { readonly [K in FieldNoun]: string } = {
  actions: 'action',
  columns: 'column',
  entries: 'entry',
  fields: 'field',
  options: 'option',
  rows: 'row',
  steps: 'step',
};

export const fieldWords = {
  ...RULE_SENTENCES,
  choose: 'Choose\u2026',
  size: (amount: number, unit: Unit) => `${amount} ${unit}`,
  mostSize: (size: string) => `At most ${size}.`,
  accepted: (kinds: string) => `Accepted: ${kinds}.`,
  tooLarge: (size: string, most: string) => `The file has ${size}; at most ${most} are possible.`,
  readFar: (percent: number) => `Reading: ${percent}%`,
  unreadable: 'The file could not be read.',
  leftOut: (count: number, kind: FieldNoun) =>
    counted(count, { one: `# more ${KINDS[kind]} is not shown.`, other: `# more ${kind} are not shown.` }),
};

export type FieldWords = typeof fieldWords;
