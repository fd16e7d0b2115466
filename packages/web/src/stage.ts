// One surface on the page: what its widgets share (policy, environment, a way out for events and issues) and the list of
// what is due to be drawn. Places are drawn by Drawn, the moment is chosen by frames.ts.

import {
  type ActionEvent,
  batch,
  type FunctionCode,
  type FunctionEffect,
  formatPointer,
  type Issue,
  isObject,
  type Json,
  jsonEqual,
  type Segments,
  type Surface,
  Tree,
  type UrlPolicy,
  type View,
  type ViewerEvent,
} from '@vitrine/core/page';
import { Cell } from './cell.ts';
import { type SurfaceWords, surfaceWords } from './english/surface.ts';
import { recordOf } from './file-record.ts';
import { cancelPaint, type Painter, requestPaint } from './frames.ts';
import { LazyCode } from './lazy-code.ts';

/** Something that has to be drawn. */
export interface Due {
  execute(): void;
  failed(error: unknown): void;
}

export interface StageOptions {
  readonly surface: Surface;
  readonly view: View;
  readonly urls: () => UrlPolicy;
  readonly send: (event: ViewerEvent) => void;
  readonly report: (problem: Issue) => void;
  readonly openUrl: (url: string) => void;
  /** The element that the surface is drawn in. */
  readonly host: Element;
  /** Nothing is due any more. */
  readonly painted?: () => void;
}

/** What goes with an action of its surface. */
export interface UnseenWrite {
  readonly path: string;
  readonly value: Json;
  /** The file that the value is the record of. */
  readonly file?: File;
}

/** What the functions of catalogs do. */
export const lazyFunctions = new LazyCode<FunctionCode>();

/** Nothing but pictures that the message itself carries. */
const UNTRUSTED: UrlPolicy = { media: [], links: 'none' };

export class Stage implements Painter {
  readonly surface: Surface;
  readonly tree: Tree;
  /** A person tried to send what does not pass its checks: from now on every failing field says so. */
  readonly tried = new Cell(false);
  /** Nothing more is coming: what is missing now stays missing. */
  readonly ended = new Cell(false);
  /** What the renderer says itself. */
  readonly language = new Cell<SurfaceWords>(surfaceWords);
  /** The surface was opened with a part of what belongs to it; only such a surface is ever partial. */
  readonly openedPartial: boolean;
  /** When something was pressed last: the second press of a double click must not hit what has taken its place. */
  pressedAt = Number.NEGATIVE_INFINITY;
  /** What was sent from this surface and is not answered, by all that the page knows. */
  pending: readonly ActionEvent[] = [];
  /** There is no connection. */
  isOffline = false;
  /** By id, the component that a part stands for which no agent sent. */
  readonly owners = new Map<string, string>();
  /** How many things were due to be drawn so far: it stands still while nothing happens. */
  activity = 0;
  readonly #options: StageOptions;
  #due: Due[] = [];
  #deadline = Number.POSITIVE_INFINITY;
  #late = true;
  #ids = 0;
  readonly #secrets = new Set<string>();
  /** By path, the files that were chosen for it; the data have their records. */
  readonly #files = new Map<string, File | null>();
  /** By path, what the host did not take there, and why. */
  readonly #refusals = new Map<string, { readonly value: Json; readonly words: string }>();
  #painted: (() => void)[] = [];
  #placed: (() => void)[] = [];
  readonly #coming = new Set<Promise<unknown>>();
  #held: Promise<void> | undefined;
  #holds = 0;
  #disposed = false;

  constructor(options: StageOptions) {
    this.#options = options;
    this.surface = options.surface;
    this.openedPartial = options.surface.partial;
    const { env } = options.view;
    const need = (): void => this.await(lazyFunctions.neededBy(this));
    this.tree = new Tree(options.surface, { limits: env.limits, env: { ...env, report: options.report, need } });
  }

  /** For what is drawn: the renderer's own words in the language of the element. Read while drawing, they are observed. */
  get words(): SurfaceWords {
    return this.language.value;
  }

  get isTrusted(): boolean {
    return this.surface.trust === 'trusted';
  }

  /** The element that the surface is drawn in. */
  get host(): Element {
    return this.#options.host;
  }

  /** An id that no other element under this surface's root has. */
  newId(): string {
    this.#ids++;
    return `v${this.#ids}`;
  }

  send(event: ViewerEvent): void {
    this.#options.send(event);
  }

  /** The component that the agent knows, for one that is drawn. */
  ownerOf(id: string): string {
    return this.owners.get(id) ?? id;
  }

  /** Whether a component has sent something that is not answered. `scope`: as it was sent. */
  isPending(source: string, scope: string | undefined): boolean {
    return this.pending.some((event) => event.source === source && event.scope === scope);
  }

  /** The host did not take what was entered at a path. */
  refuse(path: string, value: Json, words: string): void {
    this.#refusals.set(path, { value, words });
  }

  /** For what is drawn: why the host did not take this value; another one has not been refused. */
  refusalOf(path: Segments | undefined, value: Json | undefined): string | undefined {
    if (path === undefined || this.#refusals.size === 0) return undefined;
    const refusal = this.#refusals.get(formatPointer(path));
    return refusal !== undefined && jsonEqual(refusal.value, value ?? null) ? refusal.words : undefined;
  }

  /** For what is drawn: what stands at this path was typed where nobody sees it, and leaves only with an action. */
  keepSecret(path: Segments): void {
    this.#secrets.add(formatPointer(path));
  }

  /** For what is drawn: the file that was chosen for a path, which leaves only with an action. Null: what was there is taken back. */
  keepFile(path: Segments, file: File | null): void {
    const pointer = formatPointer(path);
    this.#files.set(pointer, file);
    // Another file may have the same record.
    this.#refusals.delete(pointer);
  }

  /** What was typed where nobody sees it, and files that were chosen and still stand there. It travels with an action only. */
  get unseen(): readonly UnseenWrite[] {
    const found: UnseenWrite[] = [];
    for (const path of this.#secrets) {
      const value = this.surface.data.get(path);
      if (value !== undefined) found.push({ path, value });
    }
    for (const [path, file] of this.#files) {
      const value = this.surface.data.get(path) ?? null;
      if (isObject(value) && value.ref !== undefined) found.push({ path, value });
      else if (file === null ? value === null : jsonEqual(value, recordOf(file)))
        found.push({ path, value, ...(file === null ? {} : { file }) });
    }
    return found;
  }

  /** For what is drawn: a person entered a value at a path of the data model. */
  entered(path: Segments, value: Json): void {
    const pointer = formatPointer(path);
    if (this.#secrets.has(pointer) || this.#files.has(pointer)) return;
    this.send({ event: 'input', surface: this.surface.id, path: pointer, value });
  }

  report(problem: Issue): void {
    this.#options.report(problem);
  }

  /** Which addresses may be loaded or opened. An untrusted surface loads nothing and sends nobody anywhere. */
  get urls(): UrlPolicy {
    return this.isTrusted ? this.#options.urls() : UNTRUSTED;
  }

  /** What a function wanted of the page, which judges the address itself. */
  async act(effects: readonly FunctionEffect[]): Promise<void> {
    if (effects.length === 0) return;
    const { checkLink } = lazyFunctions.loaded ?? (await lazyFunctions.fetch());
    for (const effect of effects) {
      const link = checkLink(effect.url, this.urls);
      if (link.ok) this.#options.openUrl(link.value);
      else for (const problem of link.issues) this.report(problem);
    }
  }

  /** For what is drawn: it has to be drawn anew. */
  enqueue(drawn: Due): void {
    this.activity++;
    this.#due.push(drawn);
    if (this.#due.length === 1 && !this.#disposed) requestPaint(this);
  }

  /** For what is drawn: whether there is time to draw one more thing in this slice. */
  hasTime(): boolean {
    // Looked at for each: a single component may take longer than a whole slice should.
    if (!this.#late) this.#late = performance.now() >= this.#deadline;
    return !this.#late;
  }

  /** For what is drawn: runs when what it has drawn stands on the page: at the end of this slice, or once what is held is shown. */
  whenPlaced(run: () => void): void {
    this.#placed.push(run);
  }

  #runPlaced(): void {
    if (this.#holds > 0) return;
    for (const run of this.#placed.splice(0)) run();
  }

  paint(deadline: number): boolean {
    this.#deadline = deadline;
    this.#late = false;
    batch(() => this.#paintDue());
    this.#late = true;
    this.#runPlaced();
    const left = this.#due.length > 0;
    if (!left) {
      for (const done of this.#painted.splice(0)) done();
      this.#options.painted?.();
    }
    return left;
  }

  /** Draws everything that is due, however long it takes. */
  flush(): void {
    cancelPaint(this);
    while (!this.#disposed && this.paint(Number.POSITIVE_INFINITY));
  }

  /** For what is drawn: it will be drawn anew when this has come, or has failed to. */
  await(coming: Promise<unknown>): void {
    const gone = (): unknown => this.#coming.delete(coming);
    this.#coming.add(coming);
    coming.then(gone, gone);
  }

  /** What is drawn waits for code of its own. */
  get isComing(): boolean {
    return this.#coming.size > 0;
  }

  /** Resolves when nothing is due. */
  async drawn(): Promise<void> {
    while (this.#due.length > 0) await new Promise<void>((resolve) => this.#painted.push(resolve));
  }

  /** For what is drawn, and is to be seen with all its code: it is shown once that has come and was drawn. */
  hold(maxMs: number, show: () => void): void {
    const late = new Promise<void>((resolve) => setTimeout(resolve, maxMs));
    this.#holds++;
    this.#held = Promise.race([this.#settled(), late]).then(() => {
      show();
      this.#holds--;
      this.#runPlaced();
      this.#options.painted?.();
    });
  }

  /** Resolves when nothing is due, nothing that is drawn waits for code of its own, and what was held back is shown. */
  async idle(): Promise<void> {
    await this.#settled();
    await this.#held;
  }

  async #settled(): Promise<void> {
    await this.drawn();
    while (this.#coming.size > 0 && !this.#disposed) {
      await Promise.allSettled(this.#coming);
      await this.drawn();
    }
  }

  dispose(): void {
    this.#disposed = true;
    cancelPaint(this);
    this.tree.dispose();
    this.#due = [];
    for (const done of this.#painted.splice(0)) done();
  }

  #paintDue(): void {
    const due = this.#due;
    this.#due = [];
    for (let i = 0; i < due.length; i++) {
      if (i > 0 && !this.hasTime()) {
        // In front of what these have made due: what was there first is drawn first.
        this.#due = [...due.slice(i), ...this.#due];
        return;
      }
      try {
        (due[i] as Due).execute();
      } catch (error) {
        // Where even that fails, the rest is still due.
        this.#due = [...due.slice(i + 1), ...this.#due];
        (due[i] as Due).failed(error);
        return;
      }
    }
  }
}
