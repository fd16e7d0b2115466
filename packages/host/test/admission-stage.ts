// A session on which admission is tested: a fold with every catalog, and short ways to show something and to act on it.

import { allCatalogs } from '@vitrine/core/catalogs/all';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import {
  type AskOp,
  action as actionProp,
  bool,
  Catalogs,
  type Component,
  checks,
  children,
  defineCatalog,
  defineComponent,
  defineFunction,
  Fold,
  type FoldOptions,
  type Issue,
  type Json,
  type JsonObject,
  type Op,
  text,
  type ViewerEvent,
  value,
} from '@vitrine/core/internal';
import { type Admission, type AdmitInput, admit } from '../src/admission/admit.ts';

/** What the standard catalogs lack: a switch that can be off, and a function of the agent's. */
export const extra = defineCatalog({
  id: 'extra',
  components: {
    Box: defineComponent({ children: children() }),
    Switch: defineComponent({
      value: bool({ writable: true }),
      disabled: bool(),
      action: actionProp(),
      checks: checks(),
    }),
    Quote: defineComponent({ text: text() }),
  },
  functions: {
    priceOf: defineFunction({ args: { item: value() }, returns: 'number' }),
    rate: defineFunction({
      args: {},
      returns: 'string',
      callers: 'agent',
      run: () => ({ ok: true, value: 'x', issues: [] }),
    }),
  },
});

export const NOW = '2026-11-15T12:00:00.000Z';

export type Action = Extract<ViewerEvent, { event: 'action' }>;

export class Stage {
  readonly fold: Fold;

  constructor(options: Partial<FoldOptions> = {}) {
    const catalogs = new Catalogs([...allCatalogs, extra]);
    this.fold = new Fold({ catalogs, ...options });
  }

  do(...body: (Op | ViewerEvent)[]): this {
    const done = this.fold.accept({ body });
    if (!done.ok) throw new Error(done.issues.map(({ code, message, at }) => `${code} ${at}: ${message}`).join('\n'));
    return this;
  }

  /** A surface `s`; the first component is its root. */
  show(components: readonly Component[], data: Json = {}, catalog: string = basic10.id, more: Partial<Op> = {}): this {
    const [root] = components;
    if (root === undefined) throw new Error('nothing to show');
    return this.do({ op: 'open', surface: 's', catalog, root: root.id, components, data, ...more } as Op);
  }

  ask(want: AskOp['want'], more: Partial<AskOp> = {}): this {
    return this.do({ op: 'ask', ask: 'q', want, prompt: '?', ...more });
  }

  admit(events: ViewerEvent | readonly ViewerEvent[], more: Partial<AdmitInput> = {}): Admission {
    const list = Array.isArray(events) ? (events as readonly ViewerEvent[]) : [events as ViewerEvent];
    return admit(this.fold, { events: list, dialect: 'vitrine', viewer: 'v', mode: 'enforce', now: NOW, ...more });
  }

  /** As an A2UI viewer that says nothing of its data. */
  foreign(events: ViewerEvent | readonly ViewerEvent[], more: Partial<AdmitInput> = {}): Admission {
    return this.admit(events, { dialect: 'a2ui-0.9', ...more });
  }
}

export function component(id: string, type: string, props: JsonObject = {}): Component {
  return { id, type, props };
}

export function button(id: string, name: string, context: JsonObject = {}, more: JsonObject = {}): Component {
  return component(id, 'Button', { child: 'label', action: { event: { name, context } }, ...more });
}

export const label = component('label', 'Text', { text: 'Go' });

export function column(id: string, ...ids: string[]): Component {
  return component(id, 'Column', { children: ids });
}

export function press(source: string, name: string, context: JsonObject = {}, more: Partial<Action> = {}): Action {
  return { event: 'action', surface: 's', source, name, context, checked: false, ...more };
}

export function input(path: string, entered: Json): ViewerEvent {
  return { event: 'input', surface: 's', path, value: entered };
}

/** Codes and places of what was said; `ok` or `no` first. */
export function said(admission: Admission): readonly string[] {
  const issues: readonly Issue[] = admission.ok ? admission.value.issues : admission.issues;
  const words = issues.map(({ code, at }) => `${code.replace('VITRINE_', '')} ${at ?? ''}`.trim());
  return [admission.ok ? admission.value.outcome : 'refused', ...words];
}

export function taken(admission: Admission) {
  if (!admission.ok)
    throw new Error(admission.issues.map(({ code, message, at }) => `${code} ${at}: ${message}`).join('\n'));
  return admission.value;
}
