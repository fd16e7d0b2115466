// What our own page draws a derived surface with: basic components of A2UI 0.9 whose texts are all plain and whose inputs
// hold what the surface itself holds: a choice is a text. What may be entered says the rule of the field, and a button
// waits for the fields that stand beside it.

import {
  any,
  bool,
  defineCatalog,
  defineComponent,
  list,
  object,
  oneOf,
  plainBool,
  plainText,
  required,
  text,
} from '../catalog.ts';
import type { FieldRule } from '../field-rule.ts';
import { basicComponents } from './basic-components.ts';
import { fieldsBeside, validateFields } from './fields-beside.ts';

const VARIANTS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'caption', 'body'] as const;
const field = { label: required(plainText()), rule: any() };
const entered = required(text({ writable: true, calls: false }));
const option = object({ value: required(plainText()), label: required(plainText()) });
const { Button, Column } = basicComponents;

export const derivedCatalog = defineCatalog({
  id: 'urn:vitrine:catalog:derived',
  plainText: true,
  components: {
    Text: defineComponent({
      text: required(plainText()),
      variant: oneOf(VARIANTS, { default: 'body' }),
      /** The text is ours and not the agent's: who draws it may say it in another language. */
      word: oneOf(['resumeRun', 'sendToRun']),
    }),
    Column,
    Button: { ...Button, validate: validateFields(({ props }) => props.rule as FieldRule | undefined, fieldsBeside) },
    TextField: defineComponent({ ...field, value: entered, placeholder: plainText() }),
    DateTimeInput: defineComponent({ ...field, value: entered, enableDate: plainBool() }),
    ChoicePicker: defineComponent({ ...field, value: entered, options: required(list(option)) }),
    CheckBox: defineComponent({
      ...field,
      value: required(bool({ writable: true, calls: false })),
      /** What counts where nothing was entered. */
      default: plainBool(),
    }),
  },
});
