// What <vitrine-session> shows, as a signal of Angular. The tag is the component: Angular's templates set properties of elements
// and hear their events by themselves.

import { DestroyRef, type ElementRef, effect, Injector, inject, type Signal, signal } from '@angular/core';
import {
  SessionObserver,
  type SessionSnapshot,
  type VitrineSessionElement,
  VitrineSurfaceElement,
} from '@vitrine/embed';
import { drawSlots, slotHosts } from './slots.ts';

/** As `viewChild` gives it. */
export type ElementQuery = () => ElementRef<Element> | undefined;

export interface SessionSignal extends Signal<SessionSnapshot>, Pick<SessionObserver, 'send'> {}

/** Surfaces, asks, tasks, status of the tag; and `send`, for what a person does elsewhere. Call it where a component is made. */
export function injectSession(element: ElementQuery): SessionSignal {
  const observer = new SessionObserver();
  const current = signal(observer.snapshot());
  inject(DestroyRef).onDestroy(observer.subscribe(() => current.set(observer.snapshot())));
  whileThere(element, (there) => observer.observe(there as VitrineSessionElement));
  injectWidgets(element);
  return Object.assign(current.asReadonly(), { send: observer.send });
}

/** Gives the widgets in a tag the injector of the component that calls this where it is made. */
export function injectWidgets(element: ElementQuery): void {
  const injector = inject(Injector);
  whileThere(element, (there) => {
    const end = drawSlots(slotHosts.of(there), injector);
    return () => {
      end();
      // The source may outlive the element, and must not keep it.
      if (there instanceof VitrineSurfaceElement) there.source = undefined;
    };
  });
}

function whileThere(element: ElementQuery, begin: (there: Element) => () => void): void {
  effect((onCleanup) => {
    const there = element()?.nativeElement;
    if (there !== undefined) onCleanup(begin(there));
  });
}
