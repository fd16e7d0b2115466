// A React component as the widget of a catalog's component. It is rendered through a portal of the <VitrineSession> or
// <VitrineSurface> that the surface stands in, so that it has the page's context; without one it has a root of its own.

import type { ComponentDeclaration, Props } from '@vitrine/core/internal';
import type { Widget } from '@vitrine/web';
import { slottedWidget, type WidgetProps } from '@vitrine/web/slotted';
import type { ComponentType } from 'react';
import { type AnyComponent, slotHosts } from './portals.ts';

/** `component` gets the properties of the declaration, with actions as functions, and `set`, `problem` and `isRequired`. */
export function reactWidget<P extends Props>(
  declaration: ComponentDeclaration<P>,
  component: ComponentType<WidgetProps<ComponentDeclaration<P>>>,
): Widget {
  return slottedWidget(declaration as ComponentDeclaration, slotHosts.mount(component as AnyComponent));
}
