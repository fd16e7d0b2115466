// What a person answers with, by the kind of answer that is wanted. An ask reaches us with a `want` that nobody may have
// looked into, so every member of it is taken as it comes. Confirmations need no control: see ask-panel.ts.

import type { Issue, Json, Limits, Want } from '@vitrine/core';
import type { ChromeWords } from './session-host.ts';

export type Reading = { readonly value: Json } | { readonly problem: string };

export interface AskControl {
  readonly dom: HTMLElement;
  /** What the prompt and the problem belong to. */
  readonly field: HTMLElement;
  /** Where the focus starts. */
  readonly focus: HTMLElement;
  /** What is expected, when there is something to say about it. */
  hint?(words: ChromeWords): string | undefined;
  read(words: ChromeWords): Reading | Promise<Reading>;
  /** Says anew what it says itself. */
  speak?(words: ChromeWords): void;
}

export interface ControlContext {
  readonly limits: Limits;
  report(problem: Issue): void;
}

export type Loose<K extends Want['kind']> = {
  readonly [name in keyof Extract<Want, { kind: K }>]?: unknown;
};
