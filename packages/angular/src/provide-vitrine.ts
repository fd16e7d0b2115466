// What an application of Angular provides: the tags, defined before a template makes one, and itself for widgets in a tag that
// no component speaks for.

import {
  ApplicationRef,
  DestroyRef,
  type EnvironmentProviders,
  inject,
  provideEnvironmentInitializer,
} from '@angular/core';
import { defineElements } from '@vitrine/embed';
import { useApplication } from './slots.ts';

export function provideVitrine(): EnvironmentProviders {
  return provideEnvironmentInitializer(() => {
    // On a server one process is many applications, and no widget is drawn.
    if (!('customElements' in globalThis)) return;
    defineElements();
    inject(DestroyRef).onDestroy(useApplication(inject(ApplicationRef)));
  });
}
