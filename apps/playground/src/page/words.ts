// The language that the elements of a page speak: that of the browser, where there is a translation. Each is a chunk of
// its own, fetched only for those who need it; until it is there, and where there is none, the elements speak English.

import { wordsFor } from '@vitrine/embed/page-language';
import type { VitrineSession, Words } from '@vitrine/web';

const speakers = new Set<WeakRef<VitrineSession>>();
let words: Partial<Words> = {};

/** From now on the element speaks the language of the page. */
export function speak(element: VitrineSession): void {
  element.words = words;
  speakers.add(new WeakRef(element));
}

async function follow(): Promise<void> {
  const { language } = navigator;
  const loaded = await wordsFor(language);
  // The person may have changed their mind while it was fetched.
  if (navigator.language !== language || loaded === words) return;
  words = loaded;
  for (const speaker of speakers) {
    const element = speaker.deref();
    if (element === undefined) speakers.delete(speaker);
    else element.words = words;
  }
}

addEventListener('languagechange', () => void follow());
void follow();
