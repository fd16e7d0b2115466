// The inspector from the first time that somebody opens it: its code and the entries of the session are fetched then. Until that
// moment what it will have to know is kept here.

import type { Issue, Replica, Seq, View } from '@vitrine/core/internal';
import type { HostApi } from '../host/host-api.ts';
import { byId } from '../page/element.ts';
import type { Inspector, InspectorEvents } from './inspector.ts';

const MAX_ISSUES = 500;

export class InspectorToggle {
  readonly #dom = byId('inspector', HTMLElement);
  readonly #button = byId('inspect', HTMLButtonElement);
  readonly #events: InspectorEvents;
  #inspector: Inspector | undefined;
  #inspected: Parameters<Inspector['inspect']> | undefined;
  #shown: Parameters<Inspector['show']> | undefined;
  #found: Issue[] = [];
  #isFinished = false;

  constructor(events: InspectorEvents) {
    this.#events = events;
    this.#button.addEventListener('click', () => void this.#toggle());
  }

  async #toggle(): Promise<void> {
    if (this.#inspector === undefined) await this.#begin();
    this.#open(this.#dom.hidden === true);
    // Where there is no room beside the session it stands below.
    this.#dom.scrollIntoView({ block: 'nearest' });
  }

  async #begin(): Promise<void> {
    const code = await import('./inspector.ts');
    if (this.#inspector !== undefined) return;
    this.#inspector = new code.Inspector(this.#events);
    if (this.#inspected !== undefined) this.#inspector.inspect(...this.#inspected);
    if (this.#shown !== undefined) this.#inspector.show(...this.#shown);
    for (const issue of this.#found) this.#inspector.found(issue);
    if (this.#isFinished) this.#inspector.finish();
  }

  close(): void {
    this.#open(false);
  }

  #open(open: boolean): void {
    this.#dom.hidden = !open;
    this.#button.setAttribute('aria-expanded', String(open));
    document.body.classList.toggle('inspecting', open);
    this.redraw();
  }

  /** Another session, or none. */
  inspect(session: string | undefined, api: HostApi): void {
    this.#inspected = [session, api];
    this.#found = [];
    this.#isFinished = false;
    this.#inspector?.inspect(session, api);
  }

  /** What is on the page now; `copy`: the same, where it may be changed. */
  show(view: View | undefined, at: Seq | undefined, copy?: Replica): void {
    this.#shown = [view, at, copy];
    this.#inspector?.show(view, at, copy);
  }

  /** The session is closed. */
  finish(): void {
    this.#isFinished = true;
    this.#inspector?.finish();
  }

  found(issue: Issue): void {
    if (this.#found.length < MAX_ISSUES) this.#found.push(issue);
    this.#inspector?.found(issue);
  }

  /** Data may have changed. */
  redraw(): void {
    this.#inspector?.redraw();
  }
}
