// The basic catalog of A2UI 0.9 and 0.9.1: 18 components, 14 functions and a theme. The prose that describes them
// stands in descriptions-basic.ts, which browsers never load.

import {
  anyOf,
  boundOneOf,
  checks,
  defineCatalog,
  defineComponent,
  object,
  oneOf,
  plainText,
  required,
  text,
} from '../catalog.ts';
import { basicComponents, RANGE, slider, TEXT, TEXT_FIELD_VARIANTS } from './basic-components.ts';
import { basicFunctions, booleanValidator, openUrl } from './basic-functions.ts';
import { ICON_NAMES } from './icon-names.ts';

export const basic09 = defineCatalog({
  id: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json',
  // Agents and frameworks of the first months of 0.9 name it in two more ways.
  aliases: [
    'https://a2ui.org/specification/v0_9_1/catalogs/basic/catalog.json',
    'https://a2ui.org/specification/v0_9/basic_catalog.json',
    'https://a2ui.org/specification/v0_9/standard_catalog.json',
  ],
  protocol: '0.9',
  components: {
    Text: defineComponent({
      text: required(text()),
      variant: oneOf(['h1', 'h2', 'h3', 'h4', 'h5', 'caption', 'body'], { default: 'body' }),
    }),
    Icon: defineComponent({
      name: required(
        anyOf([
          boundOneOf(ICON_NAMES, { calls: false }),
          object({ svgPath: required(plainText({ format: 'svg-path' })) }),
        ]),
      ),
    }),
    Video: defineComponent({ url: required(text({ media: true })) }),
    ...basicComponents,
    TextField: defineComponent(
      {
        label: required(text()),
        value: text({ writable: true }),
        variant: oneOf(TEXT_FIELD_VARIANTS, { default: 'shortText' }),
        validationRegexp: plainText({ format: 'pattern' }),
        checks: checks(),
      },
      { secretWhen: { prop: 'variant', is: 'obscured' }, takes: TEXT },
    ),
    Slider: defineComponent({ ...slider, checks: checks() }, { takes: RANGE }),
  },
  functions: basicFunctions({
    validator: booleanValidator,
    openUrl: openUrl({ url: required(plainText({ format: 'url' })) }),
    objects: false,
  }),
  theme: object(
    {
      primaryColor: plainText({ pattern: '^#[0-9a-fA-F]{6}$' }),
      iconUrl: plainText({ format: 'url', media: true }),
      agentDisplayName: plainText(),
    },
    { open: true },
  ),
});
