// What a person is told about a value that may not stand in a field of a form. Whether it may says the catalog's judge.

import type { Json, Limits } from '@vitrine/core';
import { type FormField, judgeField } from '@vitrine/core/catalogs/agentchains';
import type { Said } from './said.ts';

export function problemOf(field: FormField, value: Json | undefined, limits: Limits, said: Said): string | undefined {
  const failure = judgeField(field, value, limits);
  switch (failure?.code) {
    case undefined:
      return undefined;
    case 'REQUIRED':
      return said.fillIn;
    case 'OPTION':
      return said.chooseOption;
    case 'RANGE':
      return rangeOf(field, value, said);
    case 'STEP':
      return said.mustStep(field.step ?? 1, field.min || undefined);
    case 'LENGTH':
      return said.mayHave(field.maxLength ?? 0);
    case 'PATTERN':
      return field.patternMessage ?? said.wrongFieldForm;
    case 'ACCEPT':
      return said.mustBeKind(field.accept.join(', '));
    case 'TYPE':
      return typeOf(field, said);
  }
}

function rangeOf({ type, min, max, earliest, latest }: FormField, value: Json | undefined, said: Said): string {
  if (type === 'date')
    return earliest !== undefined && String(value) < earliest
      ? said.mustBeLater(earliest)
      : said.mustBeEarlier(latest ?? '');
  return min !== undefined && Number(value) < min ? said.mustBeMore(min) : said.mustBeLess(max ?? 0);
}

/** What the type of a field wants. */
export function typeOf({ type }: FormField, said: Said): string {
  switch (type) {
    case 'checkbox':
      return said.onOrOff;
    case 'number':
      return said.enterNumber;
    case 'date':
      return said.enterDate;
    case 'file':
      return said.chooseFile;
    default:
      return said.enterText;
  }
}
