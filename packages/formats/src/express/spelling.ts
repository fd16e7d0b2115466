// How names, texts, keys and numbers are spelled in Express.

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Names of components may have hyphens too. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;
const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', '_', 'r', 'R']);

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
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** Express has no exponents. */
export function writeNumber(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(20).replace(/0+$/, '0');
}
