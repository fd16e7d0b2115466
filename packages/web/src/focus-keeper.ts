// Keeps the focus on the page when what had it goes: taken out, hidden, disabled or made inert. The browser would give it to
// the body, from where a person with a keyboard begins at the top, and a screen reader falls silent.

/** Where something stands or stood: beside what. */
interface Spot {
  readonly element: Element;
  readonly before: Element | null;
  readonly after: Element | null;
}

/** From what has the focus outwards, through shadow roots. */
export type Trail = readonly Spot[];

const CONTROLS = 'a[href], button, input, select, textarea, summary, audio, video, [tabindex]';
/** So many neighbours, and controls in each, are asked. */
const MAX_ASKED = 50;

/** To be called for `focusout` of a document or a shadow root: what is lost there is mended. */
export function keepFocus(event: Event): void {
  const [target] = event.composedPath();
  if ((event as FocusEvent).relatedTarget !== null || !(target instanceof Element)) return;
  // What is about to be taken out still stands where it stood.
  const trail = trailOf(target);
  queueMicrotask(() => mendFocus(trail));
  // A browser that has found out by itself that it cannot have the focus any more takes it away after all have heard of it.
  setTimeout(() => mendFocus(trail));
}

/** Where the focus is now. */
export function focusTrail(): Trail {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at === null ? [] : trailOf(at);
}

/**
 * Where nothing has the focus because what had it cannot have it any more, its heir takes it. In a surface that is the
 * control that stands in its place, or one beside it; elsewhere the element that stands there or around it. For a person
 * shall not press, with the key that is under their finger, what they have not seen: a surface ignores a press that
 * follows too soon on another, and others do not.
 */
export function mendFocus(trail: Trail): void {
  const [lost] = trail;
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  if (lost === undefined || (isReachable(lost.element) && !lost.element.matches(':disabled'))) return;
  for (let i = 1; i < trail.length; i++) {
    const around = (trail[i] as Spot).element;
    if (!isReachable(around)) continue;
    const gone = trail[i - 1] as Spot;
    const inside = around.shadowRoot ?? around;
    const [instead, ...others] = neighboursOf(gone, inside);
    if (isOfSurface(inside)) for (const one of [instead, ...others]) if (takeControl(one)) return;
    if (land(instead?.querySelector('vitrine-surface') ?? instead) || land(around)) return;
  }
}

function trailOf(target: Element): Trail {
  const trail: Spot[] = [];
  for (let at: Element | null = target; at !== null && at !== document.body; at = outerOf(at))
    trail.push({ element: at, before: at.previousElementSibling, after: at.nextElementSibling });
  return trail;
}

/** What stands around an element, through shadow roots. */
export function outerOf(element: Element): Element | null {
  const { parentElement, parentNode } = element;
  return parentElement ?? (parentNode instanceof ShadowRoot ? parentNode.host : null);
}

function isReachable(element: Element): boolean {
  if (!element.isConnected || !element.checkVisibility({ visibilityProperty: true })) return false;
  for (let at: Element | null = element; at !== null; at = outerOf(at)) if (at.hasAttribute('inert')) return false;
  return true;
}

function isOfSurface(inside: Element | ShadowRoot): boolean {
  const root = inside.getRootNode();
  return root instanceof ShadowRoot && root.host.localName === 'vitrine-surface';
}

/** First what stands in its place, if anything does; then those behind it, then those before it. */
function neighboursOf({ element, before, after }: Spot, inside: Element | ShadowRoot): (Element | undefined)[] {
  const isThere = (one: Element | null): one is Element => one?.parentNode === inside;
  const next = isThere(after) ? after : null;
  const stands = next === null ? inside.lastElementChild : next.previousElementSibling;
  const found: (Element | undefined)[] = [
    stands === null || stands === element || stands === before ? undefined : stands,
  ];
  const add = (from: Element | null, step: 'nextElementSibling' | 'previousElementSibling'): void => {
    for (let at = from, i = 0; at !== null && i < MAX_ASKED; at = at[step], i++) found.push(at);
  };
  add(next, 'nextElementSibling');
  if (isThere(before)) add(before, 'previousElementSibling');
  return found;
}

function takeControl(element: Element | undefined): boolean {
  if (element === undefined) return false;
  const inner = [...element.querySelectorAll<HTMLElement>(CONTROLS)].slice(0, MAX_ASKED);
  const all = element.matches(CONTROLS) ? [element as HTMLElement, ...inner] : inner;
  return all.some((control) => control.tabIndex >= 0 && isReachable(control) && take(control));
}

/** Something that nobody can press takes the focus, for as long as it has it. */
export function land(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement) || !isReachable(element)) return false;
  if (element.hasAttribute('tabindex')) return take(element);
  element.tabIndex = -1;
  // Heard from inside it, too: what leads from a host into its shadow root is told to nobody outside.
  element.addEventListener('focusout', () => element.removeAttribute('tabindex'), { once: true });
  return take(element);
}

function take(element: HTMLElement): boolean {
  element.focus({ preventScroll: element.tabIndex < 0 });
  return element.matches(':focus');
}
