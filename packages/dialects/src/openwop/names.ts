// Ids for a reader that takes few characters in them. An id of plain letters is itself; any other is spelled with `.` and
// four hexadecimal digits a unit, and can be read back. One that is still too long has no name.

const MAX_NAME_LENGTH = 128;
const PLAIN_COMPONENT = /^[A-Za-z0-9_-]+$/;
const PLAIN_SURFACE = /^[A-Za-z0-9_:-]+$/;

function spelled(id: string, plain: RegExp): string | undefined {
  const one = plain.test(id)
    ? id
    : [...Array(id.length).keys()].map((i) => (plain.test(id[i] as string) ? id[i] : unit(id.charCodeAt(i)))).join('');
  return one.length >= 1 && one.length <= MAX_NAME_LENGTH ? one : undefined;
}

function unit(code: number): string {
  return `.${code.toString(16).padStart(4, '0')}`;
}

export function surfaceName(id: string): string | undefined {
  return spelled(id, PLAIN_SURFACE);
}

/** Where a component stands: its id, the item of a template, and how many of it came before there. */
export interface ComponentPosition {
  readonly id: string;
  readonly scope: string;
  readonly nth: number;
}

/** No id holds it: it is no character. */
const BETWEEN = '\u0000';

export function componentName({ id, scope, nth }: ComponentPosition): string | undefined {
  const parts = nth > 0 ? [id, scope, String(nth)] : scope === '' ? [id] : [id, scope];
  return spelled(parts.join(BETWEEN), PLAIN_COMPONENT);
}

export function readName(name: string): string {
  return name.replace(/\.([0-9a-f]{4})/g, (_whole, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

export function readComponentName(name: string): ComponentPosition {
  const [id = '', scope = '', nth = '0'] = readName(name).split(BETWEEN);
  return { id, scope, nth: Number(nth) };
}
