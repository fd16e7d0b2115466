import type { Json, JsonObject } from '@vitrine/core';
import { expect, it } from 'vitest';
import { isA2uiPart, markedPart } from './parts.ts';

const surface: JsonObject = { version: 'v0.9', deleteSurface: { surfaceId: 's' } };

it.each<[string, JsonObject, boolean]>([
  ['a message of 0.9', surface, true],
  ['a message of 0.8', { deleteSurface: { surfaceId: 's' } }, true],
  ['a press of 0.8', { userAction: { name: 'book' } }, true],
  ['the catalog of the original form', { clientUiCapabilities: { catalogUri: 'x' } }, true],
  ['a list on its way through 0.3', { value: [surface] }, true],
  ['a list of messages', { messages: [surface] }, true],
  ['data of another kind', { weather: 'fine', version: 'beta' }, false],
  ['nothing', {}, false],
])('[XG1] %s is known by what it holds', (_what, data, isKnown) => {
  expect(isA2uiPart(markedPart(data))).toBe(isKnown);
});

it('[XG6] what is nested beyond reason is no part of A2UI', () => {
  let deep: Json = [];
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(isA2uiPart(markedPart({ value: deep }))).toBe(false);
});
