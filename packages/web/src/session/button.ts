// Buttons of the chrome. One that may not be used yet is marked so and does nothing, but keeps the focus it has: a
// disabled button would lose it.

import { attribute, make } from '../dom.ts';
import { type ChromeIconName, icon } from './icon.ts';

export function button(words: string, kind: string, act: () => void, sign?: ChromeIconName): HTMLButtonElement {
  const element = make('button', `button ${kind}`);
  element.type = 'button';
  if (sign !== undefined) element.append(icon(sign));
  if (words !== '') element.append(words);
  element.addEventListener('click', () => isUsable(element) && act());
  return element;
}

/** A button that shows only a sign. */
export function iconButton(name: string, sign: ChromeIconName, act: () => void): HTMLButtonElement {
  const element = button('', 'quiet sign', act, sign);
  element.setAttribute('aria-label', name);
  return element;
}

/** Another name for a button that shows only a sign. */
export function label(element: Element | null, name: string): void {
  if (element !== null) attribute(element, 'aria-label', name);
}

/** Other words for a button, beside its sign. */
export function relabel(element: HTMLElement, name: string): void {
  const { lastChild } = element;
  if (!(lastChild instanceof Text)) element.append(name);
  else if (lastChild.data !== name) lastChild.data = name;
}

export function usable(element: HTMLElement, yes: boolean): void {
  attribute(element, 'aria-disabled', yes ? undefined : 'true');
}

export function isUsable(element: HTMLElement): boolean {
  return element.getAttribute('aria-disabled') !== 'true';
}
