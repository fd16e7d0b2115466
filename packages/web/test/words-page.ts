// The page of the tests of languages: a session with surfaces of every catalog, and the words it may speak.

import { agentchains } from '@vitrine/core/catalogs/agentchains';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { openwop1 } from '@vitrine/core/catalogs/openwop';
import { Catalogs, defined, type EffectOp, Fold, isOp, type Op } from '@vitrine/core/internal';
import { defineElements, VitrineSession, type Words } from '@vitrine/web';
import { words as ar } from '@vitrine/web/words/ar';
import { words as de } from '@vitrine/web/words/de';
import { words as es } from '@vitrine/web/words/es';
import { words as fr } from '@vitrine/web/words/fr';
import { words as ja } from '@vitrine/web/words/ja';
import { agentchainsWords } from '../src/english/agentchains.ts';
import { fieldWords } from '../src/english/fields.ts';
import { openwopWords } from '../src/english/openwop.ts';
import { sessionWords } from '../src/english/session.ts';
import { surfaceWords } from '../src/english/surface.ts';
import { vitrineWords } from '../src/english/vitrine.ts';

const { notices, ...chromeWords } = sessionWords;
const english = {
  ...surfaceWords,
  ...fieldWords,
  ...vitrineWords,
  ...agentchainsWords,
  ...openwopWords,
  ...chromeWords,
};
type Word = string | ((...given: never[]) => string);

/** English words between marks: what has none was not taken from the tables. */
const marked = Object.fromEntries(
  Object.entries(english as { [key: string]: Word })
    .map(([key, word]): [string, unknown] => [
      key,
      typeof word === 'string' ? `⟦${word}⟧` : (...given: never[]) => `⟦${word(...given)}⟧`,
    ])
    .concat([
      [
        'notices',
        Object.fromEntries(Object.entries(notices).map(([kind, lines]) => [kind, lines.map((line) => `⟦${line}⟧`)])),
      ],
    ]),
) as unknown as Partial<Words>;

export interface WordsPage {
  readonly element: VitrineSession;
  readonly languages: { readonly [name: string]: Partial<Words> };
  feed(body: readonly Op[], trust?: 'untrusted'): void;
  /** All that is seen or read out on the page. */
  said(): string[];
}

declare global {
  interface Window {
    spoken: WordsPage;
  }
}

defineElements();
customElements.define('vitrine-session', VitrineSession);

const NAMES = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'];

function collect(root: ParentNode, into: string[]): void {
  for (const element of root.querySelectorAll('*')) {
    if (element.shadowRoot !== null) collect(element.shadowRoot, into);
    for (const child of element.childNodes) if (child instanceof Text) into.push(child.data);
    for (const name of NAMES) into.push(element.getAttribute(name) ?? '');
  }
}

window.startVitrine = () => {
  const fold = new Fold({ catalogs: new Catalogs([basic09, agentchains, openwop1]) });
  const element = document.createElement('vitrine-session') as VitrineSession;
  document.querySelector('main')?.replaceChildren(element);
  element.view = fold;
  window.spoken = {
    element,
    languages: { marked, ar, de, es, fr, ja, english: {} },
    feed(body, trust) {
      fold.accept({ body, ...defined({ trust }) });
      for (const part of body) if (isOp(part) && part.op === 'effect') element.happen(part as EffectOp);
    },
    said() {
      const texts: string[] = [];
      collect(document.querySelector('main') as Element, texts);
      return texts.map((text) => text.trim()).filter(Boolean);
    },
  };
};
