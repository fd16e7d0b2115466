// The engine's observation: sources that fire, watchers that run again. `watch` is the whole bridge between the engine
// and whoever draws: what is read inside it is observed, what is read outside is a snapshot and leaves no trace.
// There are no computed values, so running each fired watcher once per batch is all the ordering there is. Written
// here because a tree of 15,000 nodes is made of little else: a dependency costs one slot in two arrays.

/** Something that can change. Holds no value: watchers read where the value lives. */
export class Source {
  /** None, one, or many: most sources have one watcher. */
  #watchers: Watcher | WatcherList | undefined;

  get isWatched(): boolean {
    return this.#watchers !== undefined;
  }

  /** Makes the running watcher, if any, run again when this fires. */
  observe(): void {
    if (running !== undefined) running.read(this);
  }

  fire(): void {
    const watchers = this.#watchers;
    if (watchers === undefined) return;
    watchers.schedule();
    if (depth === 0) flush();
  }

  /** For Watcher, once for each slot it holds this source in. */
  add(watcher: Watcher): void {
    const watchers = this.#watchers;
    if (watchers === undefined) this.#watchers = watcher;
    else if (watchers instanceof WatcherList) watchers.add(watcher);
    else this.#watchers = new WatcherList(watchers, watcher);
  }

  /** For Watcher, once for each slot it gives up. */
  remove(watcher: Watcher): void {
    const watchers = this.#watchers;
    if (watchers instanceof WatcherList && watchers.remove(watcher)) return;
    this.#watchers = undefined;
    this.unwatched();
  }

  /** The last watcher has left. */
  unwatched(): void {}
}

/** Watchers leave mostly in the order they came or in reverse, so the search begins where the last one left. */
class WatcherList {
  readonly #list: (Watcher | undefined)[];
  #left = 2;
  #hint = 0;

  constructor(a: Watcher, b: Watcher) {
    this.#list = [a, b];
  }

  add(watcher: Watcher): void {
    this.#list.push(watcher);
    this.#left++;
  }

  /** False when none is left. */
  remove(watcher: Watcher): boolean {
    const list = this.#list;
    const { length } = list;
    for (let step = 0; step <= length; step++) {
      const ahead = (this.#hint + step) % length;
      const behind = (this.#hint + length - (step % length)) % length;
      const at = list[ahead] === watcher ? ahead : list[behind] === watcher ? behind : -1;
      if (at < 0) continue;
      list[at] = undefined;
      this.#hint = at;
      this.#left--;
      break;
    }
    if (this.#left * 2 < length) this.#compact();
    return this.#left > 0;
  }

  schedule(): void {
    for (const watcher of this.#list) watcher?.schedule();
  }

  #compact(): void {
    const list = this.#list;
    let kept = 0;
    for (const watcher of list) if (watcher !== undefined) list[kept++] = watcher;
    list.length = kept;
    this.#hint = 0;
  }
}

const NONE: Source[] = [];

/** Runs again after a change of anything its last run has read. Whoever draws extends it: see `run` and `enqueue`. */
export abstract class Watcher {
  /** What it has read, in order. Most have read one thing, and an array for it would weigh more than the watcher's share. */
  #first: Source | undefined;
  #more: Source[] = NONE;
  /** How many of them the present run has read again, in the same order. */
  #kept = 0;
  #state: 'idle' | 'due' | 'disposed' = 'idle';

  /** What is read here is observed. */
  abstract run(): void;

  /** It has become due: `execute` it, now or later. Unless overridden, when the batch ends. */
  enqueue(): void {
    queue.push(this);
  }

  /** The first run. One that fails is over: nobody else could dispose of it. */
  start(): this {
    try {
      this.execute();
    } catch (error) {
      this.dispose();
      throw error;
    }
    return this;
  }

  get isDisposed(): boolean {
    return this.#state === 'disposed';
  }

  read(source: Source): void {
    const kept = this.#kept;
    // Whoever draws a component asks for it again with every property.
    if (kept > 0 && source === this.#first) return;
    if (this.expected === source) this.#kept++;
    else if (!this.#hasRead(source)) {
      // Before the cut: if the source stands further back in the list, it must not be left by its last watcher.
      source.add(this);
      this.#cut(kept);
      if (kept === 0) this.#first = source;
      else this.#more = added(this.#more, kept - 1, source);
      this.#kept++;
    }
  }

  /** What this run reads next if it reads what the last one did. */
  get expected(): Source | undefined {
    const kept = this.#kept;
    return kept === 0 ? this.#first : this.#more[kept - 1];
  }

  schedule(): void {
    if (this.#state !== 'idle') return;
    this.#state = 'due';
    this.enqueue();
  }

  execute(): void {
    if (this.isDisposed) return;
    this.#state = 'idle';
    const outer = running;
    running = this;
    this.#kept = 0;
    beginBatch();
    try {
      this.run();
    } finally {
      running = outer;
      // `dispose` inside the run: what was read after it is given up here.
      this.#cut(this.isDisposed ? 0 : this.#kept);
      endBatch();
    }
  }

  /** Gives up a run that is due. A later change of what it read makes it due again. */
  cancel(): void {
    if (this.#state === 'due') this.#state = 'idle';
  }

  dispose(): void {
    this.#state = 'disposed';
    this.#cut(0);
    this.#kept = 0;
  }

  /** Only the last few are looked at: reading a source twice costs a slot, no more. */
  #hasRead(source: Source): boolean {
    const last = this.#kept - 2;
    for (let i = last; i >= 0 && i > last - 8; i--) if (this.#more[i] === source) return true;
    return false;
  }

  /** Gives up all but the first `length`. */
  #cut(length: number): void {
    const more = this.#more;
    while (more.length > 0 && more.length >= length) (more.pop() as Source).remove(this);
    const first = this.#first;
    if (length > 0 || first === undefined) return;
    this.#first = undefined;
    first.remove(this);
  }
}

/** Short arrays are made to measure: pushing or spreading onto one reserves room for seventeen. */
function added(sources: Source[], length: number, source: Source): Source[] {
  if (length === 0) return [source];
  const a = sources[0] as Source;
  if (length === 1) return [a, source];
  const b = sources[1] as Source;
  if (length === 2) return [a, b, source];
  sources.push(source);
  return sources;
}

class FunctionWatcher extends Watcher {
  readonly #function: () => void;

  constructor(run: () => void) {
    super();
    this.#function = run;
  }

  override run(): void {
    this.#function();
  }
}

let running: Watcher | undefined;
let depth = 0;
let batches = 0;
let queue: Watcher[] = [];
/** The emptied queue of the round before, to be filled again: most batches fire one watcher. */
let spare: Watcher[] = [];

/** True while a watcher reads. Reads outside create no observers, so they can never leak any. */
export function isTracking(): boolean {
  return running !== undefined;
}

/** What the running watcher is likely to observe next: whoever holds it need not look its source up. */
export function expectedSource(): Source | undefined {
  return running?.expected;
}

/** Runs now, and again after each change of anything it read, until disposed. */
export function watch(run: () => void): Watcher {
  return new FunctionWatcher(run).start();
}

/** Reads inside `read` are not observed. */
export function untracked<T>(read: () => T): T {
  const outer = running;
  running = undefined;
  try {
    return read();
  } finally {
    running = outer;
  }
}

/** The two halves of `untracked`, for the same reason as those of `batch`. */
export function pauseTracking(): Watcher | undefined {
  const outer = running;
  running = undefined;
  return outer;
}

export function resumeTracking(outer: Watcher | undefined): void {
  running = outer;
}

/** Watchers run once, after the outermost batch. */
export function batch<T>(change: () => T): T {
  beginBatch();
  try {
    return change();
  } finally {
    endBatch();
  }
}

/** The two halves of `batch`, for the one place where a closure per message would count. */
export function beginBatch(): void {
  if (depth++ === 0) batches++;
}

/** Which batch this is, 0 outside one. While the number is the same, no watcher has run because of it. */
export function batchNumber(): number {
  return depth === 0 ? 0 : batches;
}

export function endBatch(): void {
  depth--;
  if (depth === 0 && queue.length > 0) flush();
}

/** Watchers that keep firing each other would hang the page; so many rounds are a bug of their author. */
const MAX_ROUNDS = 1000;

/** Every fired watcher runs even if one throws; the first error is thrown on when all have. */
function flush(): void {
  let failure: { readonly error: unknown } | undefined;
  beginBatch();
  for (let round = 0; queue.length > 0; round++) {
    const due = queue;
    queue = spare;
    if (round === MAX_ROUNDS) {
      for (const watcher of due.splice(0)) watcher.cancel();
      spare = due;
      failure ??= { error: new Error('Watchers fire each other again and again; they were stopped.') };
      break;
    }
    for (const watcher of due) {
      try {
        watcher.execute();
      } catch (error) {
        failure ??= { error };
      }
    }
    while (due.length > 0) due.pop();
    spare = due;
  }
  depth--;
  if (failure !== undefined) throw failure.error;
}
