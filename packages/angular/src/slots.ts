// The Angular widgets that stand in one element of ours, made with the injector of the component that has the element, or of
// the application. Each is checked by itself after the application was, so that one that throws ends nobody else's turn.

import {
  ApplicationRef,
  afterEveryRender,
  type ComponentRef,
  createComponent,
  type EnvironmentInjector,
  type Injector,
  reflectComponentType,
  type Type,
} from '@angular/core';
import { drawEach, type HostedSlots, SlotHosts, type SlottedComponent } from '@vitrine/web/hosted-slots';

export type AnyComponent = Type<unknown>;

let application: ApplicationRef | undefined;

/** For the plain tag, around which no component of ours stands. */
export function useApplication(used: ApplicationRef): () => void {
  application = used;
  return () => {
    if (application === used) application = undefined;
  };
}

export const slotHosts = new SlotHosts<AnyComponent>((slots) => {
  if (application !== undefined) return drawSlots(slots, application.injector);
  for (const { slot } of slots.snapshot())
    slot.fail(new Error('no application of Angular draws it: add provideVitrine() to its providers'));
  return () => undefined;
});

export function drawSlots(slots: HostedSlots<AnyComponent>, injector: Injector): () => void {
  return drawEach(slots, (one) => new SlotView(one, injector).destroy);
}

class SlotView {
  readonly #one: SlottedComponent<AnyComponent>;
  readonly #inputs: readonly string[];
  readonly #ends: (() => void)[] = [];
  #ref: ComponentRef<unknown> | undefined;
  #isPlanned = false;

  constructor(one: SlottedComponent<AnyComponent>, injector: Injector) {
    this.#one = one;
    const { slot, component } = one;
    this.#inputs = reflectComponentType(component)?.inputs.map(({ templateName }) => templateName) ?? [];
    this.#attempt(() => {
      const { injector: environment } = injector.get(ApplicationRef);
      this.#ref = createComponent(component, {
        environmentInjector: environment as EnvironmentInjector,
        elementInjector: injector,
        hostElement: slot.container.appendChild(document.createElement('div')),
      });
      const hook = afterEveryRender(() => this.#attempt(() => this.#ref?.changeDetectorRef.detectChanges()), {
        injector,
      });
      this.#ends.push(
        slot.subscribe(() => this.#plan()),
        () => hook.destroy(),
      );
      this.#update();
    });
  }

  /** What was entered may come back in the middle of a turn. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      this.#attempt(() => this.#update());
    });
  }

  #update(): void {
    const props = this.#one.slot.props();
    for (const name of this.#inputs) if (name in props) this.#ref?.setInput(name, props[name]);
    this.#ref?.changeDetectorRef.detectChanges();
  }

  #attempt(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.destroy();
      this.#one.slot.fail(error);
    }
  }

  readonly destroy = (): void => {
    for (const end of this.#ends.splice(0)) end();
    this.#ref?.destroy();
    this.#ref = undefined;
  };
}
