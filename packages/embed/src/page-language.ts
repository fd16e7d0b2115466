// The words of the elements in a language. Each translation is a chunk of its own, fetched for the language of the page or
// of its person and never for what a surface shows; where there is none the elements speak English.

import type { Words } from '@vitrine/web';

const TRANSLATIONS: { readonly [language: string]: () => Promise<{ readonly words: Words }> } = {
  ar: () => import('@vitrine/web/words/ar'),
  de: () => import('@vitrine/web/words/de'),
  es: () => import('@vitrine/web/words/es'),
  fr: () => import('@vitrine/web/words/fr'),
  ja: () => import('@vitrine/web/words/ja'),
};

/** @param locale such as `de-AT` */
export async function wordsFor(locale: string): Promise<Partial<Words>> {
  const load = TRANSLATIONS[locale.split('-', 1)[0]?.toLowerCase() ?? ''];
  return load === undefined ? {} : (await load()).words;
}
