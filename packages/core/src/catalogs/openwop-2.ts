// The catalog of generation 2 of OpenWOP's `ui.a2ui-surface` (RFC 0209): ten components of the basic catalog of A2UI
// 0.9 and one function, without media, secrets, templates, links and calls for values. On the wire a surface names the
// basic catalog; here it has a name of its own, because it is a smaller one. Lengths: openwop-schema.ts.

import {
  action,
  bool,
  checks,
  child,
  defineCatalog,
  defineComponent,
  list,
  object,
  oneOf,
  plainBool,
  plainText,
  required,
  text,
  textList,
} from '../catalog.ts';
import type { Component } from '../entry.ts';
import type { FieldRule } from '../field-rule.ts';
import { defined } from '../json.ts';
import { basic09 } from './basic-0.9.ts';
import { CHOICE, TEXT } from './basic-components.ts';
import { booleanValidator, judgeRequired, REQUIRED } from './basic-functions.ts';
import { fieldsOfSurface, validateFields } from './fields-beside.ts';

const dynamic = { calls: false } as const;
const entered = { calls: false, writable: true } as const;
const MAX_CHILDREN = 256;
const MAX_OPTIONS = 256;

const line = {
  children: required(list(child(), { max: MAX_CHILDREN })),
  justify: oneOf(['start', 'center', 'end', 'spaceBetween', 'spaceAround', 'spaceEvenly', 'stretch'], {
    default: 'start',
  }),
  align: oneOf(['start', 'center', 'end', 'stretch'], { default: 'stretch' }),
};
const option = object({ label: required(text(dynamic)), value: required(plainText()) });

function fieldRule({ type, props }: Component): FieldRule | undefined {
  if (type !== 'TextField') return undefined;
  const pattern = typeof props.validationRegexp === 'string' ? props.validationRegexp : undefined;
  return { type: props.variant === 'number' ? 'number' : 'text', ...defined({ pattern }) };
}

export const openwop2 = defineCatalog({
  id: 'https://openwop.dev/spec/v2/envelopes/ui.a2ui-surface.schema.json',
  protocol: '0.9',
  partOf: basic09.id,
  plainText: true,
  components: {
    Text: defineComponent({
      text: required(text(dynamic)),
      variant: oneOf(['h1', 'h2', 'h3', 'h4', 'h5', 'caption', 'body'], { default: 'body' }),
    }),
    TextField: defineComponent(
      {
        label: required(text(dynamic)),
        value: text(entered),
        variant: oneOf(['shortText', 'longText', 'number'], { default: 'shortText' }),
        validationRegexp: plainText({ format: 'pattern' }),
        checks: checks(),
      },
      { takes: TEXT },
    ),
    CheckBox: defineComponent({ label: required(text(dynamic)), value: required(bool(entered)), checks: checks() }),
    ChoicePicker: defineComponent(
      {
        options: required(list(option, { min: 1, max: MAX_OPTIONS })),
        value: required(textList(entered)),
        label: text(dynamic),
        variant: oneOf(['multipleSelection', 'mutuallyExclusive'], { default: 'mutuallyExclusive' }),
        displayStyle: oneOf(['checkbox', 'chips'], { default: 'checkbox' }),
        filterable: plainBool({ default: false }),
        checks: checks(),
      },
      { takes: CHOICE },
    ),
    DateTimeInput: defineComponent(
      {
        value: required(text(entered)),
        label: text(dynamic),
        enableDate: plainBool({ default: false }),
        enableTime: plainBool({ default: false }),
        checks: checks(),
      },
      { takes: { kind: 'date', date: 'enableDate', time: 'enableTime' } },
    ),
    Button: defineComponent(
      {
        child: required(child()),
        action: required(action()),
        variant: oneOf(['default', 'primary', 'borderless'], { default: 'default' }),
      },
      // Without a context it sends all data: whatever stands on the surface is part of what is sent.
      { validate: validateFields(fieldRule, fieldsOfSurface) },
    ),
    Column: defineComponent(line),
    Row: defineComponent(line),
    Card: defineComponent({ child: required(child()) }),
    Divider: defineComponent({ axis: oneOf(['horizontal', 'vertical'], { default: 'horizontal' }) }),
  },
  functions: { required: booleanValidator(judgeRequired, REQUIRED) },
  theme: object({ primaryColor: plainText({ pattern: '^#[0-9a-fA-F]{6}$' }), agentDisplayName: plainText() }),
});
