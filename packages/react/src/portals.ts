// The React widgets that stand in one element of ours, and the portals that render them. One that throws, waits or writes
// without end concerns its own place alone: the surface says so there, and goes on.

import {
  type HostedSlots,
  SlotHosts,
  type SlotProps,
  type SlottedComponent,
  type WidgetSlot,
} from '@vitrine/web/hosted-slots';
import {
  Component,
  type ComponentType,
  createElement,
  type ReactNode,
  Suspense,
  useEffect,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';

export type AnyComponent = ComponentType<SlotProps>;

export const slotHosts = new SlotHosts<AnyComponent>((slots) => {
  const root = createRoot(document.createElement('div'));
  root.render(createElement(SlotPortals, { slots }));
  return () => root.unmount();
});

const NONE: readonly SlottedComponent<AnyComponent>[] = [];

export function SlotPortals({ slots }: { readonly slots: HostedSlots<AnyComponent> }): ReactNode {
  const all = useSyncExternalStore(slots.subscribe, slots.snapshot, () => NONE);
  const [first] = all;
  if (first === undefined) return null;
  const views = all.map(({ slot, component }) => createElement(SlotView, { slot, component, key: slot.key }));
  // One portal for all: React adds more than a hundred listeners to whatever element one leads into.
  return createPortal(views, first.slot.host);
}

function SlotContent({ slot, component }: SlottedComponent<AnyComponent>): ReactNode {
  const props = useSyncExternalStore(slot.subscribe, slot.props, slot.props);
  return createElement(component, props);
}

function Waiting({ slot }: { readonly slot: WidgetSlot }): ReactNode {
  useEffect(() => slot.wait(), [slot]);
  return null;
}

/** Its slot and its component are the same for as long as it stands. */
class SlotView extends Component<SlottedComponent<AnyComponent>, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.slot.fail(error);
  }

  override shouldComponentUpdate(_: unknown, { failed }: { readonly failed: boolean }): boolean {
    return failed !== this.state.failed;
  }

  override render(): ReactNode {
    const { slot } = this.props;
    const content = createElement(
      Suspense,
      { fallback: createElement(Waiting, { slot }) },
      createElement(SlotContent, this.props),
    );
    return createElement(slot.isInline ? 'span' : 'div', { slot: slot.key }, this.state.failed ? null : content);
  }
}
