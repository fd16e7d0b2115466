// Secrets that the operator told the host about: wherever one stands in what an agent or a viewer sends, its redaction is
// stored, shown, logged and replayed instead.

/** Shorter ones would be found in ordinary words. */
const SHORTEST = 6;
const REDACTION = '[redacted]';

/** One secret a line; blank lines and lines that begin with # are none. Throws when one is too short. */
export function readSecrets(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const secrets = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const short = secrets.findIndex((secret) => secret.length < SHORTEST);
  if (short >= 0) throw new RangeError(`Secret ${short + 1} of the file is shorter than ${SHORTEST} characters.`);
  return secrets;
}

/** The same object where nothing had to be hidden. */
export function createRedactor(secrets: readonly string[]): <T>(value: T) => T {
  // The longest first: one may be a part of another.
  const ordered = [...new Set(secrets)].toSorted((a, b) => b.length - a.length);
  if (ordered.length === 0) return (value) => value;
  return (value) => redacted(value, ordered) as typeof value;
}

function redacted(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return hide(value, secrets);
  if (Array.isArray(value)) {
    const items = value.map((item) => redacted(item, secrets));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  let copy: { [key: string]: unknown } | undefined;
  for (const [key, item] of Object.entries(value)) {
    const name = hide(key, secrets);
    const next = redacted(item, secrets);
    if (name === key && next === item) continue;
    copy ??= { ...value };
    if (name !== key) delete copy[key];
    copy[name] = next;
  }
  return copy ?? value;
}

function hide(text: string, secrets: readonly string[]): string {
  let hidden = text;
  for (const secret of secrets) if (hidden.includes(secret)) hidden = hidden.replaceAll(secret, REDACTION);
  return hidden;
}
