// Runs in the page: what assistive technology could read under an element, in order, into open shadow roots.

export function readPage(root: Element): string {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (node instanceof Text) found.push(node.data);
    else if (node instanceof Element) visitElement(node);
    else for (const child of node.childNodes) visit(child);
  };
  const visitElement = (element: Element): void => {
    if (element.getAttribute('aria-hidden') === 'true') return;
    const isSvg = element instanceof SVGElement;
    if (!isSvg && !element.checkVisibility({ visibilityProperty: true })) return;
    const label = element.getAttribute('aria-label');
    if (label !== null) found.push(label);
    if (element instanceof HTMLImageElement) found.push(element.alt);
    else if (element instanceof HTMLInputElement) {
      if (!/^(?:checkbox|radio|range|hidden)$/.test(element.type)) found.push(element.value);
    } else if (element instanceof HTMLTextAreaElement) found.push(element.value);
    else if (label !== null && element.matches('button, a, [role=button], [role=img], svg')) return;
    else for (const child of (element.shadowRoot ?? element).childNodes) visit(child);
  };
  visitElement(root);
  return found.join('\n');
}
