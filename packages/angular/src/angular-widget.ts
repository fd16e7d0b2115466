// An Angular component as the widget of a catalog's component. It has the injector of the component that has the element which
// the surface stands in, and is given those properties that it declares as inputs.

import type { InputSignalWithTransform, Type } from '@angular/core';
import type { ComponentDeclaration, Props } from '@vitrine/core/internal';
import type { Widget } from '@vitrine/web';
import { slottedWidget, type WidgetProps } from '@vitrine/web/slotted';
import { slotHosts } from './slots.ts';

type Taken<I> = I extends InputSignalWithTransform<infer _, infer Write> ? Write : I;

/** The inputs of `C` that are called like what is given take it; whatever else it has is its own. */
export type WidgetComponent<P, C> = {
  readonly [K in keyof C & keyof P]: P[K] extends Taken<C[K]> ? C[K] : never;
};

/** Inputs are the properties of the declaration, with actions as functions, and `set`, `problem` and `isRequired`. */
export function angularWidget<P extends Props, C extends WidgetComponent<WidgetProps<ComponentDeclaration<P>>, C>>(
  declaration: ComponentDeclaration<P>,
  component: Type<C>,
): Widget {
  return slottedWidget(declaration as ComponentDeclaration, slotHosts.mount(component));
}
