// The prose of the basic catalog of A2UI 1.0. Browsers never load it.

import type { CatalogDescriptions } from '../descriptions.ts';
import { COMPONENT_TEXTS, FUNCTION_TEXTS, SLIDER_PROPS, TEXT_FIELD_PROPS } from './descriptions-basic.ts';

export const basic10Descriptions: CatalogDescriptions = {
  title: 'A2UI basic catalog 1.0',
  summary: 'The basic components and functions of A2UI 1.0.',
  components: {
    Text: {
      summary: 'Shows text.',
      props: {
        text: 'The text. Simple Markdown is formatted, and # makes a heading; HTML, pictures and links are not formatted.',
        variant: 'Its role on the page.',
      },
    },
    Icon: {
      summary: 'Shows a small symbol.',
      props: {
        name: 'The name of the symbol, the outline of one, or a path to a name.',
        'name.svgPath': 'The outline as the path data of an SVG, drawn on 24 by 24.',
      },
    },
    Video: {
      summary: 'Plays a film, with controls.',
      props: { url: 'Where the film is.', posterUrl: 'A picture to show before it plays.' },
    },
    ...COMPONENT_TEXTS,
    TextField: {
      summary: 'Lets a person type text.',
      props: { ...TEXT_FIELD_PROPS, placeholder: 'A hint that is shown while the field is empty.' },
    },
    Slider: {
      summary: 'Lets a person choose a number from a range.',
      props: {
        ...SLIDER_PROPS,
        steps: 'Into how many equal parts the range is divided; without it every number can be chosen.',
      },
    },
  },
  functions: FUNCTION_TEXTS,
  theme: {},
};
