// <VitrineSession>: the element <vitrine-session>, what it shows as refs for the components in it, and teleports for widgets
// that are written in Vue. Properties and events are those of the element, which Vue sets and hears by itself.

import {
  defineElements,
  NO_SESSION,
  SessionObserver,
  type SessionSnapshot,
  type VitrineSessionElement,
} from '@vitrine/embed';
import type { VitrineSessionEvents, VitrineSessionMembers } from '@vitrine/embed/tags';
import { type ComputedRef, computed, h, type InjectionKey, inject, provide } from 'vue';
import { defineWrapper, type WrapperComponent } from './element-wrapper.ts';
import { following } from './teleports.ts';

const OBSERVER: InjectionKey<SessionObserver> = Symbol('vitrine session');

/** Each member of the snapshot as a ref of its own. */
export type SessionRefs = { readonly [K in keyof SessionSnapshot]-?: ComputedRef<SessionSnapshot[K]> } & Pick<
  SessionObserver,
  'send'
>;

/** `quiet` is an attribute that is there or not; the slot stands behind the element. */
export const VitrineSession: WrapperComponent<VitrineSessionMembers, VitrineSessionEvents> = defineWrapper({
  name: 'VitrineSession',
  define: defineElements,
  setup() {
    const observer = new SessionObserver();
    provide(OBSERVER, observer);
    return (element) => observer.observe(element as VitrineSessionElement);
  },
  draw: ({ quiet, ...attributes }) => h('vitrine-session', { ...attributes, quiet: isSaid(quiet) ? '' : null }),
});

/** As the attribute stands in a template: `quiet` alone says yes. */
const isSaid = (quiet: unknown): boolean => quiet !== undefined && quiet !== null && quiet !== false;

/** What the session around this component shows: surfaces, asks, tasks, status; and `send`, for what a person does elsewhere. */
export function useSession(): SessionRefs {
  const observer = inject(OBSERVER, undefined);
  if (observer === undefined) throw new Error('useSession() is for components inside a <VitrineSession>.');
  const snapshot = following(observer.subscribe, observer.snapshot);
  const names = ['reason', ...Object.keys(NO_SESSION)] as (keyof SessionSnapshot)[];
  const refs = names.map((name) => [name, computed(() => snapshot.value[name])]);
  return { ...Object.fromEntries(refs), send: observer.send };
}
