// A Vue component as the widget of a catalog's component. It is rendered through a teleport of the <VitrineSession> or
// <VitrineSurface> that the surface stands in, so that it has what these are provided with; without one it has a root of its own.

import type { ComponentDeclaration, Props } from '@vitrine/core/internal';
import type { Widget } from '@vitrine/web';
import { slottedWidget, type WidgetProps } from '@vitrine/web/slotted';
import type { AllowedComponentProps, Component, FunctionalComponent, VNodeProps } from 'vue';
import { slotHosts } from './teleports.ts';

/** A component that takes no more than it is given. */
export type WidgetComponent<P> =
  | FunctionalComponent<P>
  | (new (
      ...args: never[]
    ) => { readonly $props: Partial<P> & VNodeProps & AllowedComponentProps });

/** `component` gets the properties of the declaration, with actions as functions, and `set`, `problem` and `isRequired`. */
export function vueWidget<P extends Props>(
  declaration: ComponentDeclaration<P>,
  component: WidgetComponent<WidgetProps<ComponentDeclaration<P>>>,
): Widget {
  return slottedWidget(declaration as ComponentDeclaration, slotHosts.mount(component as Component));
}
