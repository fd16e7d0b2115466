// The prose of the basic catalog of A2UI 0.9. Browsers never load it.

import type { CatalogDescriptions } from '../descriptions.ts';
import { COMPONENT_TEXTS, FUNCTION_TEXTS, SLIDER_PROPS, TEXT_FIELD_PROPS } from './descriptions-basic.ts';

export const basic09Descriptions: CatalogDescriptions = {
  title: 'A2UI basic catalog 0.9',
  summary: 'The basic components and functions of A2UI 0.9 and 0.9.1.',
  components: {
    Text: {
      summary: 'Shows text.',
      props: {
        text: 'The text. Simple Markdown is formatted; HTML, pictures and links are not.',
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
    Video: { summary: 'Plays a film, with controls.', props: { url: 'Where the film is.' } },
    ...COMPONENT_TEXTS,
    TextField: {
      summary: 'Lets a person type text.',
      props: { ...TEXT_FIELD_PROPS, validationRegexp: 'A regular expression that the text should match.' },
    },
    Slider: { summary: 'Lets a person choose a number from a range.', props: SLIDER_PROPS },
  },
  functions: FUNCTION_TEXTS,
  theme: {
    primaryColor: 'The colour of what stands out, as #RRGGBB.',
    iconUrl: 'A picture of the agent.',
    agentDisplayName: 'The name of the agent as people see it.',
  },
};
