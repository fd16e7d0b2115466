// One or several of the agent's options as answer: all of them in sight while they are few, a list to open when many.

import { isObject, type Json, toText } from '@vitrine/core';
import { make, text } from '../dom.ts';
import type { AskControl, Loose, Reading } from './ask-control.ts';
import type { ChromeWords } from './session-host.ts';
import { line } from './words.ts';

const IN_SIGHT = 7;
const MOST = 500;

interface Choice {
  readonly label: string;
  readonly value: Json;
}

let names = 0;

export function makeSelectControl(want: Loose<'select'>): AskControl {
  const given = Array.isArray(want.options) ? want.options : [];
  const options = given.slice(0, MOST).map(optionOf);
  const multiple = want.multiple === true;
  const hint = (words: ChromeWords): string | undefined => {
    if (given.length > MOST) return words.leftOut(given.length - MOST, 'options');
    return multiple ? words.chooseSome : undefined;
  };
  const inSight = multiple || options.length <= IN_SIGHT;
  return { ...(inSight ? makeChoices(options, multiple) : makeList(options)), hint };
}

function makeList(options: readonly Choice[]): AskControl {
  const field = make('select', 'input');
  const none = new Option('', '');
  const rest = options.map(({ label }, index) => new Option(label, String(index)));
  field.append(none, ...rest);
  const read = (words: ChromeWords): Reading =>
    chosen(field.value === '' ? [] : [options[Number(field.value)]], false, words);
  const speak = (words: ChromeWords): void => {
    text(none, words.choose);
    for (const [i, { label }] of options.entries()) if (label === '') text(rest[i] as Element, words.noName);
  };
  return { dom: field, field, focus: field, read, speak };
}

function makeChoices(options: readonly Choice[], multiple: boolean): AskControl {
  const field = make('div', 'choices');
  field.setAttribute('role', multiple ? 'group' : 'radiogroup');
  const name = `choice-${++names}`;
  const inputs = options.map(({ label }) => {
    const row = make('label', 'choice');
    const input = make('input', 'mark');
    input.type = multiple ? 'checkbox' : 'radio';
    input.name = name;
    const words = make('span', 'choice-label');
    words.dir = 'auto';
    words.textContent = label;
    row.append(input, words);
    field.append(row);
    return input;
  });
  const read = (words: ChromeWords): Reading =>
    chosen(
      options.filter((_, index) => inputs[index]?.checked === true),
      multiple,
      words,
    );
  const speak = (words: ChromeWords): void => {
    for (const [i, { label }] of options.entries())
      if (label === '') text(inputs[i]?.nextElementSibling as Element, words.noName);
  };
  return { dom: field, field, focus: inputs[0] ?? field, read, speak };
}

function chosen(picked: readonly (Choice | undefined)[], multiple: boolean, words: ChromeWords): Reading {
  const values = picked.flatMap((option) => (option === undefined ? [] : [option.value]));
  const [first] = values;
  if (first === undefined) return { problem: multiple ? words.chooseAtLeast : words.chooseOne };
  return { value: multiple ? values : first };
}

/** `{label, value}`; either can stand for the other. */
function optionOf(option: unknown): Choice {
  if (!isObject(option as Json)) return { label: line(toText(option as Json), 200), value: option as Json };
  const { label, value, id } = option as { label?: Json; value?: Json; id?: Json };
  const answer = value ?? id ?? label ?? null;
  return { label: line(toText(label ?? answer), 200), value: answer };
}
