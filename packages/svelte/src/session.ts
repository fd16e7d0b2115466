// What <vitrine-session> shows, as state of Svelte. The tag is the component: Svelte sets the properties of elements and hears
// their events by itself, so that nothing but this is attached to it.

import {
  defineElements,
  SessionObserver,
  type SessionSnapshot,
  type VitrineSessionElement,
  VitrineSurfaceElement,
} from '@vitrine/embed';
import { getAllContexts, getContext, setContext } from 'svelte';
import { createSubscriber } from 'svelte/reactivity';
import { type Context, drawSlots, slotHosts } from './slots.ts';

const SESSION = Symbol('vitrine session');

/** For a tag: `<vitrine-surface {@attach widgets}>`. */
export type ElementAttachment = (element: Element) => () => void;

export interface Session extends Pick<SessionObserver, 'send'> {
  /** Surfaces, asks, tasks, status: what is read here is drawn again when it changes. */
  readonly current: SessionSnapshot;
  /** Has the session follow the tag: `<vitrine-session src={link} {@attach session.attach}>`. */
  readonly attach: ElementAttachment;
}

/** Call it in the script of the component that has the tag; those below it find the session by `useSession`. */
export function createSession(): Session {
  const observer = new SessionObserver();
  const track = createSubscriber((update) => observer.subscribe(update));
  const session: Session = {
    get current() {
      track();
      return observer.snapshot();
    },
    send: observer.send,
    attach: (element) => {
      const ends = [observer.observe(element as VitrineSessionElement), draw(element)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
  setContext(SESSION, session);
  const draw = attachWidgets();
  return session;
}

/** Gives the widgets in a tag the context of the component that calls this in its script. */
export function attachWidgets(): ElementAttachment {
  defineElements();
  const context: Context = getAllContexts();
  return (element) => {
    const end = drawSlots(slotHosts.of(element), context);
    return () => {
      end();
      // The source may outlive the element, and must not keep it.
      if (element instanceof VitrineSurfaceElement) element.source = undefined;
    };
  };
}

/** The session of the nearest component above that has created one. */
export function useSession(): Session {
  const session = getContext<Session | undefined>(SESSION);
  if (session === undefined) throw new Error('useSession() is for components below one that calls createSession().');
  return session;
}
