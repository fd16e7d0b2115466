// What every form must do over every wire: a surface arrives, laid out as the form says, and a press on it comes back.

import { expect } from 'vitest';
import { type A2aVersion, type ExtensionForm, FORMS } from '../src/index.ts';
import { pressed, type TestClient, words } from './stage.ts';

export const WAYS = (['1.0', '0.3'] as const).flatMap((protocol) =>
  (['send', 'stream'] as const).map((way) => ({ protocol, way })),
);
export const CASES = FORMS.flatMap((form) => WAYS.map((way) => ({ ...way, form, id: form.id })));

export type Clients = { readonly [version in A2aVersion]: TestClient };

export async function expectSurfaceAndPress(clients: Clients, { form, protocol, way }: (typeof CASES)[number]) {
  const call = clients[protocol][way];
  const first = await call(words('a table please'), [form.uri]);
  expect(first.echoed).toBe(form.uri);
  expect(first.state).toMatch(/completed/i);
  expect(first.texts).toEqual(['You said a table please']);
  expect(kinds(first.messages)).toEqual(shown(form));

  const second = await call(pressed(form, protocol, 'Grace', first.contextId), [form.uri]);
  expect(second.echoed).toBe(form.uri);
  expect(second.texts).toEqual(['Booked for Grace']);
  expect(second.messages).toEqual([]);
  expect(second.issues).toEqual([]);
  expect(second.contextId).toBe(first.contextId);
}

/** In 1.0, under the MIME type of the form. */
export async function expectLayout(client: TestClient, form: ExtensionForm) {
  const heard = await client.send(words('a table please'), [form.uri]);
  const datas = heard.parts.filter(({ data }) => data !== undefined);
  expect(datas.map(({ data }) => Array.isArray(data))).toEqual(form.isList ? [true] : [false, false, false]);
  for (const part of datas)
    expect(part).toMatchObject({ mediaType: form.mimeType, metadata: { mimeType: form.mimeType } });
  expect(heard.messages).toHaveLength(3);
}

function kinds(messages: readonly object[]): readonly string[] {
  return [...new Set(messages.flatMap((message) => Object.keys(message).filter((name) => name !== 'version')))];
}

function shown({ dialect }: ExtensionForm): readonly string[] {
  return dialect === 'a2ui-0.8'
    ? ['dataModelUpdate', 'surfaceUpdate', 'beginRendering']
    : ['createSurface', 'updateDataModel', 'updateComponents'];
}
