// <vitrine-surface> with `push`: web's element, which draws, behind a source of messages that the page gives it. It has no
// network.

import { type Issue, type Json, type Surface, untracked, Watcher } from '@vitrine/core/page';
import type { Receipt } from '@vitrine/dialects';
import { VitrineSurface } from '@vitrine/web/surface';
import type { MessageSource } from './message-source.ts';

const NO_SOURCE: Issue = {
  code: 'VITRINE_DIALECT_UNKNOWN',
  severity: 'error',
  message: 'This <vitrine-surface> has no source to push to.',
  fault: 'host',
};

export class VitrineSurfaceElement extends VitrineSurface {
  #source: MessageSource | undefined;
  #surfaceId: string | undefined;
  #followed: Surface | undefined;
  readonly #tell = (detail: Issue): void => {
    this.dispatchEvent(new CustomEvent('vitrine-issue', { detail, bubbles: true, composed: true }));
  };
  readonly #follower = new SurfaceWatcher(() => this.#follow());

  /** What reads the messages. Another one, or none, takes everything of the one before away. */
  get source(): MessageSource | undefined {
    return this.#source;
  }
  set source(source: MessageSource | undefined) {
    this.#source?.listeners.delete(this.#tell);
    source?.listeners.add(this.#tell);
    this.#source = source;
    this.#follower.execute();
  }

  /** Which surface of the source is shown; when not set, the first that is open. */
  get surfaceId(): string | undefined {
    return this.#surfaceId;
  }
  set surfaceId(id: string | undefined) {
    this.#surfaceId = id;
    this.#follower.execute();
  }

  /** Reads a message, or a list of them, and shows what has come of it. What is wrong leaves as `vitrine-issue`, too. */
  push(messages: Json | object): readonly Receipt[] {
    const receipts = this.#source?.push(messages) ?? [{ ok: false, issues: [NO_SOURCE] }];
    for (const { issues } of receipts) for (const problem of issues) this.#tell(problem);
    this.#follower.execute();
    return receipts;
  }

  /** One that was closed goes. What is pushed to the source itself is seen, too. */
  #follow(): void {
    const view = this.#source?.view;
    const [first] = view?.surfaces.values() ?? [];
    const surface = this.#surfaceId === undefined ? first : view?.surfaces.get(this.#surfaceId);
    if (surface === this.#followed) return;
    this.#followed = surface;
    untracked(() => (surface === undefined || view === undefined ? this.clear() : this.show(surface, view)));
  }
}

class SurfaceWatcher extends Watcher {
  readonly #follow: () => void;

  constructor(follow: () => void) {
    super();
    this.#follow = follow;
  }

  override run(): void {
    this.#follow();
  }
}
