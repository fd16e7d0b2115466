// Secrets that the host was told about: wherever one stands in what an agent or a viewer sends, its redaction is stored,
// shown, logged and replayed instead.

/** Shorter ones would be found in ordinary words. */
const SHORTEST = 6;
const NAME = /^[\w.:-]{1,64}$/;

export interface Secret {
  /** Stands in its place. */
  readonly id: string;
  readonly value: string;
}

export interface Secrets {
  readonly size: number;
  /** From now on; what was stored before stays as it is. */
  add(secret: Secret | string): void;
  /** The same object where nothing had to be hidden. */
  redact<T>(value: T): T;
  counted<T>(value: T): { readonly value: T; readonly count: number };
}

/**
 * One secret a line, `name = value` or the value alone; blank lines and lines that begin with # are none. Throws when one
 * is too short.
 */
export function readSecrets(text: string): readonly Secret[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const found = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const secrets = found.map((line, index): Secret => {
    const [, id, value] = /^([\w.:-]{1,64})\s+=\s+(\S.*)$/.exec(line) ?? [];
    return id === undefined || value === undefined ? { id: nameOf(index), value: line } : { id, value };
  });
  const short = secrets.findIndex(({ value }) => value.length < SHORTEST);
  if (short >= 0) throw new RangeError(`Secret ${short + 1} of the file is shorter than ${SHORTEST} characters.`);
  return secrets;
}

export function createSecrets(first: readonly (Secret | string)[] = []): Secrets {
  let ordered: readonly Secret[] = [];
  const add = (secret: Secret | string): void => {
    const { id, value } = typeof secret === 'string' ? { id: nameOf(ordered.length), value: secret } : secret;
    if (value.length < SHORTEST) throw new RangeError(`A secret has at least ${SHORTEST} characters.`);
    if (!NAME.test(id)) throw new RangeError('A secret is named with 1 to 64 letters, digits and . : _ -');
    // The longest first: one may be a part of another.
    const others = ordered.filter((known) => known.value !== value);
    ordered = [...others, { id, value }].toSorted((a, b) => b.value.length - a.value.length);
  };
  for (const secret of first) add(secret);
  const counted = <T>(value: T): { readonly value: T; readonly count: number } => {
    if (ordered.length === 0) return { value, count: 0 };
    const hiding = new Hiding(ordered);
    return { value: hiding.value(value) as T, count: hiding.count };
  };
  return {
    get size() {
      return ordered.length;
    },
    add,
    counted,
    redact: (value) => counted(value).value,
  };
}

function nameOf(index: number): string {
  return `secret-${index + 1}`;
}

class Hiding {
  count = 0;
  readonly #secrets: readonly Secret[];

  constructor(secrets: readonly Secret[]) {
    this.#secrets = secrets;
  }

  value(value: unknown): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) {
      const items = value.map((item) => this.value(item));
      return items.some((item, i) => item !== value[i]) ? items : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    let copy: { [key: string]: unknown } | undefined;
    for (const [key, item] of Object.entries(value)) {
      const name = this.#text(key);
      const next = this.value(item);
      if (name === key && next === item) continue;
      copy ??= { ...value };
      if (name !== key) delete copy[key];
      copy[name] = next;
    }
    return copy ?? value;
  }

  #text(text: string): string {
    let hidden = text;
    for (const { id, value } of this.#secrets) {
      if (!hidden.includes(value)) continue;
      const pieces = hidden.split(value);
      this.count += pieces.length - 1;
      hidden = pieces.join(`[REDACTED:${id}]`);
    }
    return hidden;
  }
}
