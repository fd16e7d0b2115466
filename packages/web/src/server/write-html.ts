// HTML of what was drawn into a server's document. Styles of single elements become rules of the sheet: a policy that lets a
// linked sheet in lets no style attribute in.

import { declarationsOf, ServerElement, type ServerNode, ServerParent, ServerText } from './server-document.ts';

const VOID = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'source', 'track', 'wbr']);

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** `rules` is given what elements have of styles of their own. */
export function writeHtml(node: ServerNode, rules: string[]): string {
  if (node instanceof ServerText) return escapeHtml(node.data);
  if (!(node instanceof ServerElement))
    return node instanceof ServerParent ? node.childNodes.map((child) => writeHtml(child, rules)).join('') : '';
  const style = declarationsOf(node.style);
  if (style !== '') {
    node.setAttribute('data-styled', String(rules.length));
    rules.push(`[data-styled="${rules.length}"] { ${style} }`);
  }
  const open = `<${node.localName}${attributesOf(node)}>`;
  if (VOID.has(node.localName)) return open;
  return `${open}${contentOf(node, rules)}</${node.localName}>`;
}

function attributesOf(node: ServerElement): string {
  const isSecret = node.localName === 'input' && /^(?:password|file)$/.test(node.getAttribute('type') ?? '');
  return [...node.attributes]
    .filter(([name]) => !name.startsWith('on') && !(isSecret && name === 'value'))
    .map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`))
    .join('');
}

function contentOf(node: ServerElement, rules: string[]): string {
  // A parser drops the first line break in it.
  if (node.localName === 'textarea') return `\n${escapeHtml(node.value)}`;
  const inner = node.childNodes.map((child) => writeHtml(child, rules)).join('');
  return node.localName === 'pre' ? `\n${inner}` : inner;
}
