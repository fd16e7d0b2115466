// A component of a framework that does not fit the declaration which it draws is refused by the compiler: this file only has to
// compile.

import type { InputSignal } from '@angular/core';
import { angularWidget } from '@vitrine/angular';
import { defineComponent, number, plainText, required, text } from '@vitrine/core';
import { reactWidget } from '@vitrine/react';
import { svelteWidget } from '@vitrine/svelte';
import { vueWidget } from '@vitrine/vue';
import type { Component } from 'svelte';

const Rating = defineComponent({
  label: required(text()),
  value: required(number({ writable: true })),
  unit: plainText(),
});

reactWidget(Rating, ({ label, value, unit, set }) => `${label.trim()}${value.toFixed()}${unit?.trim()}${set.length}`);
// @ts-expect-error -- a value that is declared to be a number is no text.
reactWidget(Rating, ({ value }: { readonly value: string }) => value);
// @ts-expect-error -- what is not required may be missing.
reactWidget(Rating, ({ unit }) => unit.trim());
// @ts-expect-error -- nothing of this name is declared.
reactWidget(Rating, ({ colour }) => colour);

vueWidget(Rating, ({ label, value }) => `${label.trim()}${value.toFixed()}`);
// @ts-expect-error -- a value that is declared to be a number is no text.
vueWidget(Rating, ({ value }: { readonly value: string }) => value);

declare const fitting: Component<{ readonly label: string; readonly value: number }>;
declare const other: Component<{ readonly value: string }>;
svelteWidget(Rating, fitting);
// @ts-expect-error -- a value that is declared to be a number is no text.
svelteWidget(Rating, other);

declare class Fitting {
  readonly label: InputSignal<string | undefined>;
  readonly value: InputSignal<number>;
}
declare class Other {
  readonly value: InputSignal<string>;
}
angularWidget(Rating, Fitting);
// @ts-expect-error -- a value that is declared to be a number is no text.
angularWidget(Rating, Other);
