// The Vue widgets that stand in one element of ours, and the teleports that render them. One that throws, waits or renders
// without end concerns its own place alone: the surface says so there, and goes on.

import { type HostedSlots, SlotHosts, type SlottedComponent, type WidgetSlot } from '@vitrine/web/hosted-slots';
import {
  type Component,
  type ConcreteComponent,
  type FunctionalComponent,
  h,
  onErrorCaptured,
  onScopeDispose,
  render,
  type ShallowRef,
  Suspense,
  shallowRef,
  Teleport,
} from 'vue';

/** So many renderings in one turn of the page are a component that answers itself: Vue stops it in development alone. */
const MAX_RENDERINGS = 100;

export const slotHosts = new SlotHosts<Component>((slots) => {
  const root = document.createElement('div');
  render(h(SlotTeleports, { slots }), root);
  return () => render(null, root);
});

/** The value of a source, now and whenever it is another one. */
export function following<T>(subscribe: (changed: () => void) => () => void, read: () => T): ShallowRef<T> {
  const value = shallowRef(read());
  onScopeDispose(
    subscribe(() => {
      value.value = read();
    }),
  );
  return value;
}

export const SlotTeleports = {
  name: 'VitrineSlots',
  props: ['slots'],
  setup({ slots }: { readonly slots: HostedSlots<Component> }) {
    const all = following(slots.subscribe, slots.snapshot);
    return () =>
      all.value.map((one) => h(Teleport, { to: one.slot.container, key: one.slot.key }, h(SlotView, { one })));
  },
};

const SlotView = {
  name: 'VitrineSlot',
  props: ['one'],
  setup({ one: { slot, component } }: { readonly one: SlottedComponent<Component> }) {
    const props = following(slot.subscribe, slot.props);
    const failed = shallowRef(false);
    const fail = (error: unknown): false => {
      slot.fail(error);
      failed.value = true;
      return false;
    };
    onErrorCaptured(fail);
    const onVnodeUpdated = countRenderings(() => fail(new Error('it renders again without end')));
    const waiting = waitingFor(slot);
    const content = (): unknown => h(component as ConcreteComponent, { ...props.value, onVnodeUpdated });
    return () => (failed.value ? null : h(Suspense as unknown as FunctionalComponent, waiting, { default: content }));
  },
};

/** Of a component whose setup waits. */
function waitingFor(slot: WidgetSlot): { readonly onPending: () => void; readonly onResolve: () => void } {
  let stop = (): void => undefined;
  onScopeDispose(() => stop());
  return {
    onPending: () => {
      stop = slot.wait();
    },
    onResolve: () => stop(),
  };
}

function countRenderings(tooMany: () => void): () => void {
  let count = 0;
  return () => {
    if (count === 0)
      setTimeout(() => {
        count = 0;
      });
    count += 1;
    if (count === MAX_RENDERINGS) tooMany();
  };
}
