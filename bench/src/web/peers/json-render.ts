/// <reference lib="dom" />
// @json-render/react in its own format: a component is an `add` patch, data is set in its store. It has no components of
// its own; these are as plain as can be.

import { createSpecStreamCompiler, createStateStore, type Spec } from '@json-render/core';
import { type ComponentRegistry, JSONUIProvider, Renderer, useBoundProp } from '@json-render/react';
import type { Json } from '@vitrine/core';
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Message } from '../../streams.ts';
import { offer } from '../page.ts';

interface Rendered {
  readonly element: { readonly props: { readonly [name: string]: ReactNode } };
  readonly children?: ReactNode;
  readonly bindings?: { readonly [name: string]: string };
  emit(event: string): void;
}

const box = (direction: 'column' | 'row') => (rendered: Rendered) =>
  h('div', { style: { display: 'flex', flexDirection: direction } as const }, rendered.children);

function Field(rendered: Rendered): ReactElement {
  const { label, value } = rendered.element.props;
  const [text, set] = useBoundProp(value as string | undefined, rendered.bindings?.value);
  const change = (event: { target: HTMLInputElement }): void => set(event.target.value);
  return h('label', null, label, h('input', { type: 'text', value: text ?? '', onChange: change }));
}

function CheckBox(rendered: Rendered): ReactElement {
  const { label, value } = rendered.element.props;
  const [on, set] = useBoundProp(value as boolean | undefined, rendered.bindings?.value);
  const change = (event: { target: HTMLInputElement }): void => set(event.target.checked);
  return h('label', null, h('input', { type: 'checkbox', checked: on ?? false, onChange: change }), label);
}

const registry = {
  Column: box('column'),
  Row: box('row'),
  Card: (rendered: Rendered) => h('section', null, rendered.children),
  Text: ({ element: { props } }: Rendered) => h(props.variant === 'h3' ? 'h3' : 'span', null, props.text),
  Button: (rendered: Rendered) =>
    h('button', { type: 'button', onClick: () => rendered.emit('press') }, rendered.children),
  TextField: Field,
  CheckBox,
} as unknown as ComponentRegistry;

const compiler = createSpecStreamCompiler<Spec>({ root: 'root', elements: {} } as unknown as Spec);
const store = createStateStore({});
let root: ReturnType<typeof createRoot>;

function show(spec: Spec): void {
  const children = h(Renderer, { spec, registry, loading: true });
  root.render(h(JSONUIProvider, { registry, store, children }));
}

/** One message stays one line to be taken: patches joined by line ends, or one write. */
function lines(messages: readonly Message[]): string[] {
  return messages.flatMap(({ updateComponents, updateDataModel }) => {
    if (updateDataModel !== undefined) return [JSON.stringify(updateDataModel)];
    if (updateComponents === undefined) return [];
    const { components } = updateComponents as { components: { [key: string]: Json }[] };
    return [`${components.map(patch).join('\n')}\n`];
  });
}

function patch({ id, component, child, children, action, ...props }: { [key: string]: Json }): string {
  const bound = Object.entries(props).map(([name, value]) => [name, bind(value as Json, component === 'Text')]);
  const value = {
    type: component,
    props: Object.fromEntries(bound),
    children: children ?? (child === undefined ? [] : [child]),
    ...(action === undefined ? {} : { on: { press: { action: 'go' } } }),
  };
  return JSON.stringify({ op: 'add', path: `/elements/${id}`, value });
}

function bind(value: Json, isRead: boolean): unknown {
  if (typeof value !== 'object' || value === null || !('path' in value)) return value;
  return { [isRead ? '$state' : '$bindState']: value.path };
}

offer({
  lines,
  open(host) {
    root = createRoot(host.appendChild(document.createElement('div')));
  },
  take(line) {
    if (line.startsWith('{"op"')) return show(compiler.push(line).result);
    const { path, value } = JSON.parse(line);
    store.set(path, value);
  },
});
