// The minimal catalog of A2UI 0.9: five components and one function, as the small published examples use it.

import {
  action,
  checks,
  child,
  children,
  defineCatalog,
  defineComponent,
  object,
  oneOf,
  plainText,
  required,
  text,
} from '../catalog.ts';
import { TEXT, TEXT_FIELD_VARIANTS } from './basic-components.ts';
import { capitalize } from './functions/capitalize.ts';

const line = {
  children: required(children()),
  justify: oneOf(['start', 'center', 'end', 'spaceBetween', 'spaceAround', 'spaceEvenly', 'stretch']),
  align: oneOf(['start', 'center', 'end', 'stretch']),
};

export const minimal09 = defineCatalog({
  id: 'https://a2ui.org/specification/v0_9/catalogs/minimal/catalog.json',
  protocol: '0.9',
  components: {
    Text: defineComponent({
      text: required(text()),
      variant: oneOf(['h1', 'h2', 'h3', 'h4', 'h5', 'caption', 'body']),
    }),
    Row: defineComponent(line),
    Column: defineComponent(line),
    Button: defineComponent({
      child: required(child()),
      action: required(action()),
      variant: oneOf(['primary', 'borderless']),
      checks: checks(),
    }),
    TextField: defineComponent(
      {
        label: required(text()),
        value: text({ writable: true }),
        variant: oneOf(TEXT_FIELD_VARIANTS),
        validationRegexp: plainText({ format: 'pattern' }),
        checks: checks(),
      },
      { secretWhen: { prop: 'variant', is: 'obscured' }, takes: TEXT },
    ),
  },
  functions: { capitalize },
  theme: object({ primaryColor: plainText({ pattern: '^#[0-9a-fA-F]{6}$' }) }, { open: true }),
});
