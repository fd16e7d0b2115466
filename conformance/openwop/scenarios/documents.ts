// Envelopes and payloads of both generations, as an agent of somebody else writes them.

import { type Body, SURFACE } from './wop.ts';

export { SURFACE };

export const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
export const META = { source: 'ai-generation', ts: '2026-06-15T10:00:00Z' };
export const UNTRUSTED = { ...META, contentTrust: 'untrusted' };

let count = 0;

export function envelope(payload: unknown, more: object = {}): Body {
  count++;
  const names = { envelopeId: `scenario-e${count}`, correlationId: `scenario-c${count}` };
  return { type: SURFACE, schemaVersion: 1, ...names, payload, meta: META, ...more };
}

export function envelope2(payload: unknown, more: object = {}): Body {
  return envelope(payload, { schemaVersion: 2, ...more });
}

export function question(more: object = {}): Body {
  return envelope(
    { questions: [{ id: 'q', question: 'Which?' }] },
    { type: 'clarification.request', schemaVersion: 0, ...more },
  );
}

export function payload1(...components: readonly object[]): Body {
  return { catalogVersion: '0.9.1', surface: { title: 'Papers', components } };
}

export function button1(id: string, target = 'resume'): object {
  return { component: 'action.button', id, label: id, action: { target } };
}

export const SELECT = {
  component: 'field.select',
  id: 'size',
  label: 'Size',
  options: [
    { value: 's', label: 'Small' },
    { value: 'l', label: 'Large' },
  ],
};

/** One of each of the seven. */
export const ALL_1 = payload1(
  { component: 'heading', text: 'Papers', level: 2 },
  { component: 'text', text: 'Please look through them.' },
  { component: 'field.text', id: 'note', label: 'Note', placeholder: 'Words', required: false },
  { component: 'field.date', id: 'day', label: 'Day', required: false },
  SELECT,
  { component: 'field.checkbox', id: 'sure', label: 'Sure', default: false },
  button1('accept'),
);

type Message = { readonly [name: string]: object };

/** Messages get their version and, where they name none, the surface. */
export function payload2(surfaceId: string, ...messages: readonly Message[]): Body {
  const wrapped = messages.map((message) => {
    const [name, content] = Object.entries(message)[0] as [string, object];
    return { version: 'v0.9', [name]: { surfaceId, ...content } };
  });
  return { version: 'v0.9', catalogId: CATALOG, surfaceId, messages: wrapped };
}

export const CREATE: Message = { createSurface: { catalogId: CATALOG } };
export const REMOVE: Message = { deleteSurface: {} };
export const DATA: Message = { updateDataModel: { path: '/note', value: 'now' } };

export function put(...components: readonly object[]): Message {
  return { updateComponents: { components } };
}

export function text2(id: string, text: unknown = 'Words'): object {
  return { id, component: 'Text', text };
}

export function button2(id: string, event: object = { name: 'resume' }): readonly object[] {
  return [{ id, component: 'Button', child: `${id}-text`, action: { event } }, text2(`${id}-text`, id)];
}

export const FORM_2: Message = put(
  { id: 'root', component: 'Column', children: ['note', 'size', 'accept', 'reject'] },
  { id: 'note', component: 'TextField', label: 'Note', value: { path: '/note' } },
  {
    id: 'size',
    component: 'ChoicePicker',
    options: [
      { label: 'Small', value: 's' },
      { label: 'Large', value: 'l' },
    ],
    value: { path: '/size' },
    variant: 'mutuallyExclusive',
  },
  ...button2('accept'),
  ...button2('reject'),
  ...button2('hidden'),
);

export function form2(surfaceId = 'form'): Body {
  return payload2(surfaceId, CREATE, FORM_2);
}
