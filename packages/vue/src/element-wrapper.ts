// What both components do around their element: they make it known before it is made, so that Vue finds its properties,
// say when it is there and when no more, and draw the widgets that stand in it.

import {
  type AllowedComponentProps,
  h,
  onBeforeUnmount,
  onMounted,
  shallowRef,
  type VNode,
  type VNodeProps,
} from 'vue';
import { SlotTeleports, slotHosts } from './teleports.ts';

type CamelCase<S extends string> = S extends `${infer A}-${infer B}` ? `${A}${Capitalize<CamelCase<B>>}` : S;

type EventListeners<E> = {
  readonly [K in keyof E & string as `on${Capitalize<CamelCase<K>>}`]?: ((event: E[K]) => void) | undefined;
};

/** A component that takes what the element takes, and hears what it tells. */
export type WrapperComponent<Members, Events> = new () => {
  readonly $props: Members & EventListeners<Events> & AllowedComponentProps & VNodeProps;
  readonly $slots: { readonly default?: () => VNode[] };
};

interface Wrapper {
  readonly name: string;
  define(): void;
  /** Gives what is to be done once the element is there, which gives what is to be done when it goes. */
  setup(): (element: Element) => () => void;
  draw(attributes: { readonly [name: string]: unknown }): VNode;
}

interface SetupContext {
  readonly attrs: { readonly [name: string]: unknown };
  readonly slots: { readonly default?: () => VNode[] };
}

export function defineWrapper<Members, Events>({
  name,
  define,
  setup,
  draw,
}: Wrapper): WrapperComponent<Members, Events> {
  const component = {
    name,
    inheritAttrs: false,
    setup(_: unknown, { attrs, slots }: SetupContext) {
      define();
      const appear = setup();
      const element = shallowRef<Element>();
      let disappear = (): void => undefined;
      onMounted(() => {
        if (element.value !== undefined) disappear = appear(element.value);
      });
      onBeforeUnmount(() => disappear());
      return () => [
        draw({ ...attrs, ref: element }),
        element.value && h(SlotTeleports, { slots: slotHosts.of(element.value) }),
        slots.default?.(),
      ];
    },
  };
  return component as unknown as WrapperComponent<Members, Events>;
}
