// What a component of a framework is given that draws a component of a catalog, and the place on the page that it is drawn
// into. Types alone: slotted.ts fills them, the wrappers hand them on.

import type { CheckRule, ComponentDeclaration, Json, Prop, Props } from '@vitrine/core/page';

/** A declared property as a component of a framework is given it: evaluated, of the declared type, an action to be called. */
export type ShownValue<T> =
  Extract<T, { readonly event: unknown }> extends never
    ? Exclude<T, { readonly path: string } | { readonly call: string } | { readonly literal: unknown }>
    : () => void;

type ShownNames<P extends Props> = {
  [K in keyof P]: P[K] extends Prop<infer T>
    ? [T] extends [readonly CheckRule[]]
      ? never
      : P[K]['kind'] extends 'child' | 'children'
        ? never
        : K
    : never;
}[keyof P];

/** What every component of a framework is given beside its properties. */
export interface SlotControls {
  /** A person entered a value: it is written to the path that the property is bound to. */
  readonly set: (name: string, value: Json) => void;
  /** What is wrong with what was entered, once the person is to be told; the surface shows it under the component. */
  readonly problem: string | undefined;
  /** Something has to be entered. */
  readonly isRequired: boolean;
}

/** What a component gets that draws a component of a catalog, by its declaration. */
export type WidgetProps<D> = SlotControls &
  (D extends ComponentDeclaration<infer P>
    ? {
        readonly [K in ShownNames<P>]: P[K] extends Prop<infer T, infer R>
          ? ShownValue<T> | (R extends true ? never : undefined)
          : never;
      }
    : never);

export type SlotProps = SlotControls & { readonly [name: string]: unknown };

/** One component on the page, and the element that its content goes into. */
export interface WidgetSlot {
  /** No other slot of the page has it. */
  readonly key: string;
  /** Only phrasing content may stand there. */
  readonly isInline: boolean;
  /** Stands in the light DOM of `host`; made when it is asked for. Who asks for none puts a child with `slot="KEY"` there. */
  readonly container: HTMLElement;
  /** The outermost of our elements around it. */
  readonly host: Element;
  /** The same object until something has changed. */
  readonly props: () => SlotProps;
  readonly subscribe: (changed: () => void) => () => void;
  /** The content cannot be drawn: a sentence stands in its place, and the maker is told. */
  readonly fail: (error: unknown) => void;
  /** The content waits for something. Call what is returned when it has come; the maker is told if it does not. */
  wait(): () => void;
}

/** Draws into the container of a slot, until what it gives is called. */
export type MountSlot = (slot: WidgetSlot) => () => void;
