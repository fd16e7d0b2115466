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
 * the first slice is short and later ones are as long as those before have shown that they may be.
 */
const TASK_MS = 28;
const FIRST_MS = 8;
const LEAST_MS = 3;
const MOST_MS = 20;
/** Hidden pages have no frames. */
const HIDDEN_MS = 100;

const due = new Set<Painter>();
let requested = false;
let slice = FIRST_MS;

export function requestPaint(painter: Painter): void {
  due.add(painter);
  request();
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
  const deadline = begin + slice;
  for (const painter of [...due]) {
    if (performance.now() >= deadline) break;
    due.delete(painter);
    if (painter.paint(deadline)) due.add(painter);
  }
  if (due.size === 0) {
    slice = FIRST_MS;
    return;
  }
  request();
  // Behind the task that this is part of.
  setTimeout(() => {
    const wanted = slice * Math.min(1.5, TASK_MS / (performance.now() - begin));
    slice = Math.max(LEAST_MS, Math.min(MOST_MS, wanted));
  });
}
