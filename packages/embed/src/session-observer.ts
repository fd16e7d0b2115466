// What a page's own code may want to know of a session while the element shows it, as one value that is another one whenever
// something has changed. The wrappers for frameworks stand on it.

import {
  type AskOp,
  defined,
  type Surface,
  type TaskOp,
  type TrustMarked,
  type ViewerEvent,
  Watcher,
} from '@vitrine/core/page';
import type { RefusalReason, SessionState, SessionStateDetail, VitrineSessionElement } from './session-element.ts';

export interface SessionSnapshot {
  readonly status: SessionState;
  /** Why the status is `refused`. */
  readonly reason?: RefusalReason;
  /** As the host says them. */
  readonly title: string;
  readonly agent: string;
  readonly surfaces: readonly Surface[];
  readonly asks: readonly TrustMarked<AskOp>[];
  readonly tasks: readonly TrustMarked<TaskOp>[];
}

export const NO_SESSION: SessionSnapshot = { status: 'idle', title: '', agent: '', surfaces: [], asks: [], tasks: [] };

/** Knows one element at a time, or none; frameworks take theirs away and bring another. */
export class SessionObserver {
  #element: VitrineSessionElement | undefined;
  #snapshot = NO_SESSION;
  #reason: RefusalReason | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #watcher = new SnapshotWatcher(() => this.#look());
  #isPlanned = false;

  /** Gives a function that forgets the element. */
  readonly observe = (element: VitrineSessionElement): (() => void) => {
    this.#element = element;
    const over = new AbortController();
    const on = { signal: over.signal };
    element.addEventListener('vitrine-state', (event) => this.#turned(event as CustomEvent<SessionStateDetail>), on);
    for (const type of ['vitrine-view', 'vitrine-welcome'])
      element.addEventListener(type, () => this.#watcher.schedule(), on);
    this.#watcher.schedule();
    return () => {
      over.abort();
      if (this.#element !== element) return;
      this.#element = undefined;
      this.#watcher.schedule();
    };
  };

  readonly snapshot = (): SessionSnapshot => this.#snapshot;

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  };

  /** As if the person had done it; the host judges it in the same way. */
  readonly send = async (event: ViewerEvent): Promise<void> => {
    const connection = this.#element?.connection;
    if (connection === undefined) throw new Error('There is no connection to a session.');
    await connection.send(event);
  };

  #turned({ detail: { reason } }: CustomEvent<SessionStateDetail>): void {
    this.#reason = reason;
    this.#watcher.schedule();
  }

  #look(): void {
    const { state: status = 'idle', view, connection, agentName: agent = '' } = this.#element ?? {};
    this.#snapshot = {
      status,
      ...defined({ reason: this.#reason }),
      title: connection?.title ?? '',
      agent,
      surfaces: [...(view?.surfaces.values() ?? [])],
      asks: [...(view?.asks.values() ?? [])],
      tasks: [...(view?.tasks.values() ?? [])],
    };
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    // An entry has many parts, and who listens may ask for all that is drawn again.
    queueMicrotask(() => {
      this.#isPlanned = false;
      for (const changed of this.#listeners) changed();
    });
  }
}

class SnapshotWatcher extends Watcher {
  readonly #look: () => void;

  constructor(look: () => void) {
    super();
    this.#look = look;
  }

  override run(): void {
    this.#look();
  }
}
