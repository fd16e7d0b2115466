// Language and time zone of a reader, checked once and remembered: what every formatter is built from.
// A tag or zone that Intl does not know is replaced by the default, with a warning, so that text still appears.

import { type Issue, quote } from './issue.ts';

export interface Locale {
  /** BCP 47 language tag. */
  readonly locale: string;
  /** IANA time zone. */
  readonly zone: string;
}

export const DEFAULT_LOCALE: Locale = { locale: 'en-US', zone: 'UTC' };

export interface UsableLocale {
  /** Ends in the default tag: without it an unsupported language would mean that of the machine, and results would differ. */
  readonly tags: string[];
  /** One key for everything that is built from the tags. */
  readonly language: string;
  readonly zone: string;
  readonly issues: readonly Issue[];
}

/** A map that forgets its oldest entry when full: keys come from untrusted input. */
export class BoundedMap<V> {
  readonly #entries = new Map<string, V>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#entries.size;
  }

  getOrCreate(key: string, create: () => V): V {
    const entries = this.#entries;
    let value = entries.get(key);
    if (value === undefined) {
      value = create();
      if (entries.size >= this.#capacity) entries.delete(entries.keys().next().value as string);
      entries.set(key, value);
    }
    return value;
  }
}

const NAME_LENGTH = 128;
const usableLocales = new BoundedMap<UsableLocale>(64);

export function usableLocale(locale: Locale): UsableLocale {
  const tag = locale.locale.length > NAME_LENGTH ? '' : locale.locale;
  const zone = locale.zone.length > NAME_LENGTH ? '' : locale.zone;
  return usableLocales.getOrCreate(`${tag} ${zone}`, () => checkLocale(tag, zone));
}

function checkLocale(tag: string, name: string): UsableLocale {
  const issues: Issue[] = [];
  const accept = (wanted: string, otherwise: string, what: string, attempt: () => unknown): string => {
    try {
      attempt();
      return wanted;
    } catch {
      // Locale and zone are the viewer's own declaration, never the agent's.
      const message = `${quote(wanted)} is not a ${what}; ${otherwise} is used.`;
      issues.push({ code: 'VITRINE_FUNCTION_ARGS', severity: 'warning', fault: 'viewer', message });
      return otherwise;
    }
  };
  const { locale } = DEFAULT_LOCALE;
  const language = accept(tag, locale, 'language tag', () => Intl.getCanonicalLocales(tag));
  const options = { timeZone: name };
  const zone = accept(name, DEFAULT_LOCALE.zone, 'known time zone', () => new Intl.DateTimeFormat(locale, options));
  return { tags: [language, locale], language, zone, issues };
}
