// Small hands for the DOM. An attribute or a text is touched only when it changes: most drawings change nothing.

/** What `build` makes once for the document that is drawn into: a page has its own, a server another one. */
export function perDocument<T>(build: () => T): () => T {
  let made: { readonly by: Document; readonly value: T } | undefined;
  return () => {
    if (made?.by !== document) made = { by: document, value: build() };
    return made.value;
  };
}

/** Elements by tag and classes, to be copied: one call into the browser instead of three. */
const models = perDocument(() => new Map<string, Map<string, HTMLElement>>());

/** An element with these classes. The first of them is the public name of the part. */
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, name: string): HTMLElementTagNameMap[K] {
  const model = models().get(tag)?.get(name) ?? makeModel(tag, name);
  return model.cloneNode() as HTMLElementTagNameMap[K];
}

function makeModel(tag: string, name: string): HTMLElement {
  const model = document.createElement(tag);
  model.className = name;
  model.setAttribute('part', name.split(' ', 1)[0] as string);
  const named = models().get(tag) ?? new Map<string, HTMLElement>();
  models().set(tag, named.set(name, model));
  return model;
}

/** Copies of what `build` makes, children included: one call into the browser for all of it. */
export function modelled<E extends Element>(build: () => E): () => E {
  const model = perDocument(build);
  return () => model().cloneNode(true) as E;
}

/** Sets an attribute, or removes it when there is no value. */
export function attribute(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** The text of an element that holds nothing else. */
export function text(element: Element, value: string): void {
  const only = element.firstChild;
  if (only instanceof Text) {
    if (only.data !== value) only.data = value;
  } else if (value !== '') element.append(value);
}

/** A class for a value that the catalog lists: values were judged, and for others there is no rule. `usual` needs none. */
export function cssClass(what: string, value: unknown, usual?: string): string {
  return typeof value !== 'string' || value === usual || !/^[a-zA-Z-]+$/.test(value) ? '' : ` ${what}-${value}`;
}
