// The catalogs of OpenWOP's `ui.a2ui-surface`. Generation 1 (RFC 0102) is a flat list of seven components; `surface` is
// that list, with its title. A field writes `/values/<name>`, where `name` is its id on the wire, and a button sends
// the event `resume` or `exchange` with these values: no other target has a name. Generation 2: openwop-2.ts.

import {
  action,
  bool,
  type ComponentInput,
  type ComponentNode,
  children,
  defineCatalog,
  defineComponent,
  list,
  object,
  plainBool,
  plainNumber,
  plainText,
  required,
  text,
} from '../catalog.ts';
import { entrySentence } from '../field-sentences.ts';
import type { Json } from '../json.ts';
import { escapeSegment } from '../pointer.ts';
import { fieldsBeside, validateFields } from './fields-beside.ts';
import { deriveOpenwop, restoreOpenwop } from './openwop-derive.ts';
import { judgeOpenwopField, openwopRule } from './openwop-judge.ts';

/**
 * What the fields and buttons of OpenWOP's generation 1 mean to whoever admits a person's act: a field takes what its
 * own rules allow, and a button sends the fields that stand beside it.
 */
function fieldInputs(node: ComponentNode): readonly ComponentInput[] {
  const { component } = node;
  const path = node.boundPath('value');
  if (component === undefined || path === undefined || path.length === 0) return [];
  const judge = (value: Json): string | undefined => entrySentence(judgeOpenwopField(component, value));
  return [{ path, secret: false, judge }];
}

export { openwop2 } from './openwop-2.ts';
export { judgeOpenwopField, openwopRule } from './openwop-judge.ts';

/** What an action may do (RFC 0102 §A.4): resume an interrupt, or take a turn of a conversation. */
export const OPENWOP_TARGETS = ['resume', 'exchange'] as const;
export type OpenwopTarget = (typeof OPENWOP_TARGETS)[number];
/** The version of the catalog that a payload of generation 1 names. */
export const OPENWOP_CATALOG_VERSION = '0.9.1';
/** Where the values of a surface of generation 1 stand. */
export const OPENWOP_VALUES = '/values';

const ITEMS = [
  'heading',
  'text',
  'field.text',
  'field.date',
  'field.select',
  'field.checkbox',
  'action.button',
] as const;
const IN_LIST = { allowedParents: ['surface'] } as const;
const FIELD = { ...IN_LIST, inputs: fieldInputs };

const label = required(plainText());
const name = required(plainText());
const entered = required(text({ writable: true, calls: false }));
const option = object({ value: required(plainText()), label: required(plainText()) });

export const openwop1 = defineCatalog({
  id: 'https://openwop.dev/spec/v1/envelopes/ui.a2ui-surface.schema.json',
  plainText: true,
  derive: deriveOpenwop,
  restore: restoreOpenwop,
  components: {
    surface: defineComponent(
      { title: plainText(), children: required(children()) },
      { allowedParents: ['Surface'], allowedChildren: ITEMS },
    ),
    heading: defineComponent(
      { text: required(plainText()), level: plainNumber({ integer: true, min: 1, max: 6, default: 2 }) },
      IN_LIST,
    ),
    text: defineComponent({ text: required(plainText()) }, IN_LIST),
    'field.text': defineComponent(
      { name, label, placeholder: plainText(), required: plainBool({ default: false }), value: entered },
      FIELD,
    ),
    'field.date': defineComponent({ name, label, required: plainBool({ default: false }), value: entered }, FIELD),
    'field.select': defineComponent(
      {
        name,
        label,
        required: plainBool({ default: false }),
        options: required(list(option, { min: 1 })),
        value: entered,
      },
      FIELD,
    ),
    'field.checkbox': defineComponent(
      {
        name,
        label,
        default: plainBool({ default: false }),
        value: required(bool({ writable: true, calls: false })),
      },
      FIELD,
    ),
    'action.button': defineComponent(
      { name, label, action: required(action()) },
      { ...IN_LIST, validate: validateFields(openwopRule, fieldsBeside) },
    ),
  },
});

/** Where a field of generation 1 writes. A name that no path may have is for the dialect to refuse. */
export function openwopValue(field: string): { readonly path: string } {
  // Behind an empty name stands one more slash, which is ignored.
  return { path: `${OPENWOP_VALUES}/${escapeSegment(field)}${field === '' ? '/' : ''}` };
}

/** The action of a button of generation 1: which button it was stands beside the values, never among them. */
export function openwopAction(target: OpenwopTarget, button: string): { readonly [key: string]: Json } {
  return { event: { name: target, context: { action: button, values: { path: OPENWOP_VALUES } } } };
}

export function isOpenwopTarget(event: string): event is OpenwopTarget {
  return OPENWOP_TARGETS.some((target) => target === event);
}
