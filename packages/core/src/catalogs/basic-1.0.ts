// The basic catalog of A2UI 1.0: 18 components and 14 functions, without a theme. Headings are Markdown here, so Text
// has only two variants. The prose stands in descriptions-basic.ts, which browsers never load.

import {
  anyOf,
  boundOneOf,
  checks,
  defineCatalog,
  defineComponent,
  object,
  oneOf,
  plainNumber,
  required,
  text,
} from '../catalog.ts';
import { basicComponents, RANGE, slider, TEXT, TEXT_FIELD_VARIANTS } from './basic-components.ts';
import { basicFunctions, openUrl, resultValidator } from './basic-functions.ts';
import { ICON_NAMES } from './icon-names.ts';

export const basic10 = defineCatalog({
  id: 'https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json',
  // Where it was moved, and where it stood while the protocol was called 0.10.
  aliases: [
    'https://a2ui.org/catalogs/basic/v1/catalog.json',
    'https://a2ui.org/specification/v0_10/catalogs/basic/catalog.json',
  ],
  protocol: '1.0',
  components: {
    Text: defineComponent({
      text: required(text()),
      variant: oneOf(['caption', 'body'], { default: 'body' }),
    }),
    Icon: defineComponent({
      name: required(
        anyOf([boundOneOf(ICON_NAMES, { calls: false }), object({ svgPath: required(text({ format: 'svg-path' })) })]),
      ),
    }),
    Video: defineComponent({ url: required(text({ media: true })), posterUrl: text({ media: true }) }),
    ...basicComponents,
    TextField: defineComponent(
      {
        label: required(text()),
        value: text({ writable: true }),
        placeholder: text(),
        variant: oneOf(TEXT_FIELD_VARIANTS, { default: 'shortText' }),
        checks: checks(),
      },
      { secretWhen: { prop: 'variant', is: 'obscured' }, takes: TEXT },
    ),
    Slider: defineComponent(
      { ...slider, steps: plainNumber({ integer: true, min: 1 }), checks: checks() },
      { takes: RANGE },
    ),
  },
  functions: basicFunctions({
    validator: resultValidator,
    openUrl: openUrl({ url: required(text({ format: 'url' })) }, { gesture: true }),
    objects: true,
  }),
});
