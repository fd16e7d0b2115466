// Names and titles as columns of text: PostgreSQL has no character 0, and half a surrogate pair is no UTF-8. Bodies need
// none of this, since JSON writes both with a backslash.

const UNSAYABLE = /[\\\0]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export function toColumn(text: string): string {
  return text.replace(UNSAYABLE, (one) => (one === '\\' ? '\\\\' : `\\${hex(one)}`));
}

export function fromColumn(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(\\|[0-9a-f]{4})/g, (_, one: string) =>
    one === '\\' ? '\\' : String.fromCharCode(Number.parseInt(one, 16)),
  );
}

function hex(one: string): string {
  return one.charCodeAt(0).toString(16).padStart(4, '0');
}
