// JSON in the neutral form, as the engine has it, or in a dialect that the person chooses; with what is lost there. Who shows it
// says how it reads in a dialect.

import type { Json } from '@vitrine/core/internal';
import type { DialectId } from '@vitrine/dialects';
import { el, setText } from '../page/element.ts';
import { drawJson } from '../page/json-view.ts';

export interface InDialect {
  readonly json: Json;
  /** What the reader should know of it. */
  readonly note: string;
}

export interface NotationOptions {
  readonly neutral: Json;
  readonly inDialect: (dialect: DialectId) => Promise<InDialect | undefined>;
  /** The one that its author speaks. */
  readonly own?: string;
  /** Of the text, which scrolls. */
  readonly label: string;
}

/** What was chosen last holds for the next one too; empty: the neutral form. */
let chosen: DialectId | '' = '';

export function notationView({ neutral, inDialect, own, label }: NotationOptions): readonly HTMLElement[] {
  const choice = el('select', { 'aria-label': 'Notation' }, el('option', { value: '' }, 'neutral form'));
  const note = el('p', { class: 'note' });
  // What scrolls must be reachable by keyboard.
  const text = el('pre', { class: 'json', role: 'group', tabindex: 0, 'aria-label': label }, ...drawJson(neutral));
  const draw = async () => {
    const { DIALECT_IDS } = await import('./component-json.ts');
    if (choice.childElementCount === 1)
      choice.append(
        ...DIALECT_IDS.map((id) => el('option', { value: id }, id === own ? `${id}, as its author speaks` : id)),
      );
    choice.value = chosen;
    const asked = chosen;
    const found = asked === '' ? undefined : await inDialect(asked);
    if (asked !== chosen) return;
    setText(note, found?.note ?? '');
    text.replaceChildren(...drawJson(found?.json ?? neutral));
  };
  choice.addEventListener('change', () => {
    chosen = choice.value as DialectId | '';
    void draw();
  });
  void draw();
  return [el('p', { class: 'entry-filters' }, choice), note, text];
}
