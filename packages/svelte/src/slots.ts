// The Svelte widgets that stand in one element of ours, mounted with the context of the component that has attached itself to
// the element, or with none.

import { drawEach, type HostedSlots, SlotHosts, type SlottedComponent } from '@vitrine/web/hosted-slots';
import { type Component, mount, unmount } from 'svelte';
import { createSubscriber } from 'svelte/reactivity';

export type AnyComponent = Component<Record<string, unknown>>;
export type Context = Map<unknown, unknown>;

export const slotHosts = new SlotHosts<AnyComponent>((slots) => drawSlots(slots, new Map()));

export function drawSlots(slots: HostedSlots<AnyComponent>, context: Context): () => void {
  return drawEach(slots, (one) => mountOne(one, context));
}

function mountOne({ slot, component }: SlottedComponent<AnyComponent>, context: Context): () => void {
  const track = createSubscriber((update) => slot.subscribe(update));
  const props = {
    slot,
    component,
    get given() {
      track();
      return slot.props();
    },
  };
  let isOver = false;
  // Fetched when it is needed: this module loads where nothing compiles Svelte. Beside it in src/, which is published too.
  const mounted = import('../src/slot-view.svelte').then(({ default: SlotView }) =>
    isOver ? undefined : mount(SlotView as unknown as AnyComponent, { target: slot.container, context, props }),
  );
  mounted.catch(slot.fail);
  return () => {
    isOver = true;
    mounted.then((one) => one && unmount(one)).catch(() => undefined);
  };
}
