// Language and time zone of a reader, checked once and remembered: what every formatter is built from.
// A tag or zone that Intl does not know is replaced by the default, with a warning, so that text still appears.

import { type Issue, NO_ISSUES, quote } from './issue.ts';

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
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const value = create();
    if (this.#entries.size >= this.#capacity) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
    this.#entries.set(key, value);
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

function checkLocale(tag: string, zone: string): UsableLocale {
  const issues: Issue[] = [];
  const tagKnown = isAccepted(() => Intl.getCanonicalLocales(tag).length > 0);
  const zoneKnown = isAccepted(() => new Intl.DateTimeFormat('en-US', { timeZone: zone }).format(0) !== '');
  if (!tagKnown) issues.push(replaced(`${quote(tag)} is not a language tag; ${DEFAULT_LOCALE.locale} is used.`));
  if (!zoneKnown) issues.push(replaced(`${quote(zone)} is not a known time zone; ${DEFAULT_LOCALE.zone} is used.`));
  const language = tagKnown ? tag : DEFAULT_LOCALE.locale;
  return {
    tags: [language, DEFAULT_LOCALE.locale],
    language,
    zone: zoneKnown ? zone : DEFAULT_LOCALE.zone,
    issues: issues.length === 0 ? NO_ISSUES : issues,
  };
}

function isAccepted(attempt: () => boolean): boolean {
  try {
    return attempt();
  } catch {
    return false;
  }
}

// Locale and zone are the viewer's own declaration, never the agent's.
function replaced(message: string): Issue {
  return { code: 'VITRINE_FUNCTION_ARGS', severity: 'warning', fault: 'viewer', message };
}
