// What a page shows of a surface, as nodes of a server's document, which writes HTML of them: with what stands in fields now, and
// without scripts, secrets and files, which that leaves out.

import { ServerElement, ServerRoot, ServerSheet, ServerText } from './server-document.ts';

/** Undefined: nothing is drawn there. */
export function copyDrawn(element: Element): ServerRoot | undefined {
  const { shadowRoot } = element;
  if (shadowRoot === null) return undefined;
  const host = new ServerElement(element.localName);
  const root = new ServerRoot(host);
  root.adoptedStyleSheets = shadowRoot.adoptedStyleSheets.map(copySheet);
  root.append(...copyAll(shadowRoot));
  // What frameworks and catalogs of one's own draw stands in slots.
  host.append(...copyAll(element));
  return root;
}

function copySheet({ cssRules }: CSSStyleSheet): ServerSheet {
  const sheet = new ServerSheet();
  sheet.replaceSync([...cssRules].map(({ cssText }) => cssText).join('\n'));
  return sheet;
}

function copyAll({ childNodes }: Node): (ServerElement | ServerText)[] {
  return [...childNodes].flatMap((node): readonly (ServerElement | ServerText)[] => {
    if (node instanceof Text) return [new ServerText(node.data)];
    return node instanceof Element && node.localName !== 'script' ? [copyElement(node)] : [];
  });
}

function copyElement(element: Element): ServerElement {
  const copy = new ServerElement(element.localName);
  for (const { name, value } of element.attributes) if (name !== 'style') copy.setAttribute(name, value);
  if (element instanceof HTMLElement || element instanceof SVGElement)
    for (const name of element.style) copy.style.setProperty(name, element.style.getPropertyValue(name));
  copy.append(...copyAll(element));
  if (element instanceof HTMLInputElement) {
    if (element.type !== 'file') copy.value = element.value;
    copy.toggleAttribute('checked', element.checked);
  }
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) copy.value = element.value;
  return copy;
}
