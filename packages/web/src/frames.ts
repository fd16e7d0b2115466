// When drawing happens: once per animation frame for all surfaces of the page, in slices short enough to stay responsive.
// What is drawn is left to Stage.

/** Something that has work to do. */
export interface Painter {
  /** Works until done or until `deadline` (performance.now), and tells whether anything is left. */
  paint(deadline: number): boolean;
}

/**
 * No task may take 50 ms. Style, layout and paint of what a slice has drawn take three times as long as the slice for
 * nested lines of short texts, and next to nothing for a list. The first slice is part of its frame, so that it is shown at
 * once, and short. Later ones are tasks between two frames, each as long as what followed on the one before allows: a frame
 * costs 2 ms by itself, so few are wanted. What is left of the 50 ms is for the browser, which collects its garbage when it
 * likes.
 */
const TASK_MS = 26;
const FIRST_MS = 14;
const MIN_SLICE_MS = 8;
/**
 * What changes in every frame is drawn in every second one: a stream of writes then costs half the layout, and nobody
 * reads sixty texts a second. What a person does is drawn in the next frame all the same: see `hurry`.
 */
const REST_MS = 24;
/** Hidden pages have no frames. */
const HIDDEN_MS = 100;

const due = new Set<Painter>();
let requested = false;
/** How long the next slice may be, and how long the last one was. */
let slice = FIRST_MS;
let spent = 0;
/** When the last drawing began, and whether it left something over. */
let last = Number.NEGATIVE_INFINITY;
let unfinished = false;

export function requestPaint(painter: Painter): void {
  due.add(painter);
  request();
}

/** A person has done something: what comes of it is not kept waiting. */
export function hurry(): void {
  last = Number.NEGATIVE_INFINITY;
}

export function cancelPaint(painter: Painter): void {
  due.delete(painter);
}

function request(): void {
  if (requested) return;
  requested = true;
  if (document.hidden) setTimeout(paintHidden, HIDDEN_MS);
  else requestAnimationFrame(unfinished ? goOn : paintFirst);
}

function paintFirst(): void {
  if (paintDue()) goOn();
}

function paintHidden(): void {
  if (paintDue()) request();
}

/** Draws on behind this frame, as long as the rest of it shows that one may. */
function goOn(): void {
  requested = true;
  const begin = performance.now();
  setTimeout(() => {
    const rest = performance.now() - begin;
    slice = Math.max(MIN_SLICE_MS, Math.min(TASK_MS, (spent * TASK_MS) / rest));
    if (paintDue()) request();
  });
}

/** True when something is left. */
function paintDue(): boolean {
  const begin = performance.now();
  requested = false;
  if (begin - last < REST_MS && !unfinished) {
    request();
    return false;
  }
  last = begin;
  // What becomes due from here on is drawn here, or left over.
  requested = true;
  const deadline = begin + slice;
  for (const painter of [...due]) {
    if (performance.now() >= deadline) break;
    due.delete(painter);
    if (painter.paint(deadline)) due.add(painter);
  }
  requested = false;
  spent = performance.now() - begin;
  unfinished = due.size > 0;
  if (!unfinished) slice = FIRST_MS;
  return unfinished;
}
