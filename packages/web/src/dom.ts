// Small hands for the DOM. An attribute or a text is touched only when it changes: most drawings change nothing.

/** Elements with their names on, to be copied: one call into the browser instead of three. */
const models = new Map<string, HTMLElement>();

/** An element with these classes. The first of them is the public name of the part. */
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, name: string): HTMLElementTagNameMap[K] {
  const key = `${tag} ${name}`;
  let model = models.get(key);
  if (model === undefined) {
    model = document.createElement(tag);
    model.className = name;
    model.setAttribute('part', name.split(' ', 1)[0] as string);
    models.set(key, model);
  }
  return model.cloneNode() as HTMLElementTagNameMap[K];
}

/** Copies of what `build` makes, children included: one call into the browser for all of it. */
export function modelled<E extends Element>(build: () => E): () => E {
  let model: E | undefined;
  return () => {
    model ??= build();
    return model.cloneNode(true) as E;
  };
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
