// What a person would get: the session, drawn by the real element. What the person does is handed on; answers and
// cancelled tasks are taken as a host would take them.

import type { Issue, ViewerEvent } from '@vitrine/core';
import type { VitrineSession } from '@vitrine/web';
import { el } from './element.ts';
import type { WorkbenchSession } from './session.ts';
import { speak } from './words.ts';

export interface LiveEvents {
  /** What the event changes here is done after this. */
  done(event: ViewerEvent): Promise<void>;
  found(problem: Issue): void;
}

export class LiveView {
  readonly element = document.createElement('vitrine-session') as VitrineSession;
  readonly #vacant: HTMLElement;
  #session: WorkbenchSession | undefined;

  constructor(host: HTMLElement, vacant: string, { done, found }: LiveEvents) {
    this.#vacant = el('p', { class: 'empty' }, vacant);
    speak(this.element);
    this.element.headingLevel = 3;
    host.append(this.#vacant, this.element);
    this.element.addEventListener('vitrine-event', async (event) => {
      const { detail } = event as CustomEvent<ViewerEvent>;
      await done(detail);
      this.#take(detail);
    });
    this.element.addEventListener('vitrine-issue', (event) => found((event as CustomEvent<Issue>).detail));
  }

  /** Behind another tab nothing is drawn: a question that nobody can see would lock the page. */
  rest(): void {
    this.#session = undefined;
    this.element.view = undefined;
  }

  update(session: WorkbenchSession): void {
    const { fold, done } = session;
    const isVacant = fold.surfaces.size + fold.asks.size + fold.tasks.size === 0;
    this.#vacant.hidden = !isVacant;
    this.element.hidden = isVacant;
    if (this.#session !== session) {
      this.#session = session;
      this.element.view = fold;
      session.onEffect = (effect) => this.element.happen(effect);
    }
    if (this.element.ended !== done) this.element.ended = done;
  }

  #take(event: ViewerEvent): void {
    const fold = this.#session?.fold;
    if (event.event === 'answer') fold?.accept({ body: [event] });
    if (event.event === 'cancel') fold?.accept({ body: [{ op: 'task', task: event.task, done: true }] });
  }
}
