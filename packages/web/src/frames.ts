// When drawing happens: once per animation frame for all surfaces of the page, in slices short enough to stay responsive.
// What is drawn is left to Stage.

/** Something that has work to do. */
export interface Painter {
  /** Works until done or until `deadline` (performance.now), and tells whether anything is left. */
  paint(deadline: number): boolean;
}

/**
 * Style, layout and paint of what a slice has drawn follow in the same task, and all of it must stay below the 50 ms of a
 * long task. For nested lines of short texts they take three times as long as the slice, for a list next to nothing: so
 * the first slice is short and a later one is as long as its share of the task before allows. Shares and not times,
 * because what else a machine does makes both longer; and no slice is very short, because each frame costs 2 ms by itself.
 */
const TASK_MS = 36;
const FIRST_MS = 14;
const LEAST_MS = 8;
const MOST_MS = 24;
/**
 * What changes in every frame is drawn in every second one: a stream of writes then costs half the layout, and nobody
 * reads sixty texts a second. What a person does is drawn in the next frame all the same: see `hurry`.
 */
const REST_MS = 24;
/** Hidden pages have no frames. */
const HIDDEN_MS = 100;

const due = new Set<Painter>();
let requested = false;
let slice = FIRST_MS;
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
  if (document.hidden) setTimeout(paintDue, HIDDEN_MS);
  else requestAnimationFrame(paintDue);
}

function paintDue(): void {
  requested = false;
  const begin = performance.now();
  if (begin - last < REST_MS && !unfinished) return request();
  last = begin;
  const deadline = begin + slice;
  for (const painter of [...due]) {
    if (performance.now() >= deadline) break;
    due.delete(painter);
    if (painter.paint(deadline)) due.add(painter);
  }
  unfinished = due.size > 0;
  if (!unfinished) {
    slice = FIRST_MS;
    return;
  }
  request();
  const spent = performance.now() - begin;
  // Behind the task that this is part of.
  setTimeout(() => {
    const share = spent / (performance.now() - begin);
    slice = Math.max(LEAST_MS, Math.min(MOST_MS, TASK_MS * share));
  });
}
