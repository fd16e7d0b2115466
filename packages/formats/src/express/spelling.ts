// How names, texts, keys and numbers are spelled in Express.

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Names of components may have hyphens too. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;
/** Those of Python too: a reader that mends takes them for values. */
const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'True', 'False', 'None', '_', 'r', 'R']);

export function isName(text: string): boolean {
  return NAME.test(text) && !WORDS.has(text);
}

/** The id of a component: bare where it is a name, else in quotes. */
export function writeName(id: string): string {
  return isName(id) ? id : writeText(id);
}

export function writeKey(key: string): string {
  return IDENTIFIER.test(key) ? key : writeText(key);
}

export function writeText(text: string): string {
  const hasBackslash = text.includes('\\');
  if (!text.includes('"') && !text.includes('\n')) return hasBackslash ? `r"${text}"` : `"${text}"`;
  if (text.includes('\n') && !text.includes('"""') && !text.endsWith('"'))
    return `${hasBackslash ? 'r' : ''}"""${text}"""`;
  // A line break stays no line break: of a line that looks like a statement a reader that mends would begin one.
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

/** Express has no exponents. */
export function writeNumber(value: number): string {
  const text = String(value);
  const [, sign = '', whole = '', part = '', power] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (power === undefined) return text;
  const digits = whole + part;
  const places = Number(power) + 1;
  return places > 0 ? `${sign}${digits.padEnd(places, '0')}` : `${sign}0.${'0'.repeat(-places)}${digits}`;
}
