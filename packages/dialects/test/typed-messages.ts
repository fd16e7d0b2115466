// Short words for tests of 0.8: its messages, a surface to send them to, and what became of a component.

import type { Component, Json, JsonObject, PutOp } from '@vitrine/core/internal';
import { a2ui08 } from '../src/a2ui-0.8/codec.ts';
import { Reading } from './reading.ts';

type Options = ConstructorParameters<typeof Reading>[2];

export function update(...components: readonly Json[]): Json {
  return { surfaceUpdate: { surfaceId: 's', components } };
}

export function text(id: string, value: Json): JsonObject {
  return { id, component: { Text: { text: value } } };
}

export function contents(...entries: readonly Json[]): Json {
  return { dataModelUpdate: { surfaceId: 's', contents: entries } };
}

export function createReading(options: Options = {}): Reading {
  return new Reading(a2ui08, 'agent', options);
}

/** A reading with one surface `s` that is shown. */
export function opened(options: Options = {}): Reading {
  const reading = createReading(options);
  reading.accept({ beginRendering: { surfaceId: 's', root: 'root' } });
  return reading;
}

export function componentOf(body: readonly object[]): Component {
  const put = body.find((op): op is PutOp => 'op' in op && op.op === 'put');
  return put?.components[0] as Component;
}

/** What one property of a Text became. */
export function propOf(value: Json, reading: Reading = opened()): Json | undefined {
  return componentOf(reading.accept(update(text('t', value)))).props.text;
}
