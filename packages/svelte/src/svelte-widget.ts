// A Svelte component as the widget of a catalog's component. It has the context of the component that has attached a session to
// the element that the surface stands in; with a plain tag it has none.

import type { ComponentDeclaration, Props } from '@vitrine/core/internal';
import type { Widget } from '@vitrine/web';
import { slottedWidget, type WidgetProps } from '@vitrine/web/slotted';
import type { Component } from 'svelte';
import { type AnyComponent, slotHosts } from './slots.ts';

/** `component` gets the properties of the declaration, with actions as functions, and `set`, `problem` and `isRequired`. */
export function svelteWidget<P extends Props>(
  declaration: ComponentDeclaration<P>,
  component: Component<WidgetProps<ComponentDeclaration<P>>>,
): Widget {
  return slottedWidget(declaration as ComponentDeclaration, slotHosts.mount(component as unknown as AnyComponent));
}
