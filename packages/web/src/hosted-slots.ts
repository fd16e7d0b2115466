// The widgets of a framework that stand in one element of ours, and who draws them: a component of the page around that
// element, which gives them its context, or a root of their own. Every wrapper stands on this; it knows no framework,
// and is apart from what draws fields: a page without such widgets loads none of that.

import type { MountSlot, WidgetSlot } from './widget-slot.ts';

export type { SlotProps, WidgetSlot } from './widget-slot.ts';

/** A slot, and the component of the framework that is drawn into it. */
export interface SlottedComponent<C> {
  readonly slot: WidgetSlot;
  readonly component: C;
}

/** Draws all of one element, now and when others come or go, until what it gives is called. */
export type DrawSlots<C> = (slots: HostedSlots<C>) => () => void;

/** All of one element. */
export class HostedSlots<C> {
  readonly #drawAlone: DrawSlots<C>;
  readonly #all = new Map<string, SlottedComponent<C>>();
  readonly #listeners = new Set<() => void>();
  #snapshot: readonly SlottedComponent<C>[] | undefined;
  #isPlanned = false;
  #stop: (() => void) | undefined;

  constructor(drawAlone: DrawSlots<C>) {
    this.#drawAlone = drawAlone;
  }

  // Frameworks take these apart from the object.
  readonly snapshot = (): readonly SlottedComponent<C>[] => (this.#snapshot ??= [...this.#all.values()]);

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    this.#plan();
    return () => {
      this.#listeners.delete(changed);
      this.#plan();
    };
  };

  add(added: SlottedComponent<C>): () => void {
    const { key } = added.slot;
    this.#all.set(key, added);
    this.#changed();
    return () => {
      this.#all.delete(key);
      this.#changed();
    };
  }

  /** A surface brings hundreds at once: they are told of together. */
  #changed(): void {
    const wasTold = this.#snapshot !== undefined;
    this.#snapshot = undefined;
    if (wasTold)
      queueMicrotask(() => {
        for (const changed of this.#listeners) changed();
      });
    this.#plan();
  }

  /** A page that draws no component of ours around the element, as one with the plain tag, gets a root; strict mode comes back at once. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setTimeout(() => {
      this.#isPlanned = false;
      // On a server nobody draws them: their page does.
      if (!('document' in globalThis)) return;
      const others = this.#listeners.size - (this.#stop === undefined ? 0 : 1);
      const isNeeded = this.#all.size > 0 && others <= 0;
      if (isNeeded) this.#stop ??= this.#drawAlone(this);
      else {
        const stop = this.#stop;
        this.#stop = undefined;
        stop?.();
      }
    });
  }
}

/** Of one framework: what stands in each element. */
export class SlotHosts<C> {
  readonly #byHost = new WeakMap<Element, HostedSlots<C>>();
  readonly #drawAlone: DrawSlots<C>;

  constructor(drawAlone: DrawSlots<C>) {
    this.#drawAlone = drawAlone;
  }

  of(host: Element): HostedSlots<C> {
    const slots = this.#byHost.get(host) ?? new HostedSlots(this.#drawAlone);
    this.#byHost.set(host, slots);
    return slots;
  }

  /** For `slottedWidget`. */
  mount(component: C): MountSlot {
    return (slot) => this.of(slot.host).add({ slot, component });
  }
}

/** For frameworks that mount components one by one, in the place of a tree that holds all of them. */
export function drawEach<C>(slots: HostedSlots<C>, mount: (one: SlottedComponent<C>) => () => void): () => void {
  const mounted = new Map<SlottedComponent<C>, () => void>();
  const follow = (): void => {
    const all = new Set(slots.snapshot());
    for (const [one, unmount] of mounted)
      if (!all.has(one)) {
        mounted.delete(one);
        unmount();
      }
    for (const one of all) if (!mounted.has(one)) mounted.set(one, mount(one));
  };
  const unsubscribe = slots.subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    for (const unmount of mounted.values()) unmount();
  };
}
