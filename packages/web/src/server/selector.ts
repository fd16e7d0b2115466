// The selectors that widgets ask for: lists of one element's tag, classes and attributes, with :not() and :is(). States of a
// page, such as :focus, hold for nothing here.

interface Selectable {
  readonly localName: string;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
}

const PART =
  /^(?:([a-z][a-z0-9-]*)|\.([\w-]+)|\[([\w-]+)(?:=["']?([^\]"']*)["']?)?\]|:(not|is)\(([^)]*)\)|(:[\w-]+(?:\([^)]*\))?))/i;

export function matchesSelector(element: Selectable, selector: string): boolean {
  return selector.split(/,(?![^(]*\))/).some((one) => matchesOne(element, one.trim()));
}

function matchesOne(element: Selectable, selector: string): boolean {
  for (let rest = selector; rest !== ''; ) {
    const found = PART.exec(rest);
    if (found === null) return false;
    if (!holds(element, found)) return false;
    rest = rest.slice(found[0].length);
  }
  return true;
}

function holds(
  element: Selectable,
  [, tag, name, attribute, value, logic, inner = '', state]: RegExpExecArray,
): boolean {
  if (tag !== undefined) return element.localName === tag;
  if (name !== undefined) return (element.getAttribute('class') ?? '').split(' ').includes(name);
  if (attribute !== undefined)
    return value === undefined ? element.hasAttribute(attribute) : element.getAttribute(attribute) === value;
  if (logic !== undefined) return matchesSelector(element, inner) === (logic === 'is');
  return state === undefined;
}
