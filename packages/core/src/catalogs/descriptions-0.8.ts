// The prose of the standard catalog of A2UI 0.8. Browsers never load it.

import type { CatalogDescriptions } from '../descriptions.ts';

const LINE = {
  children: 'The components in order (explicitList), or one component repeated for each item of a list (template).',
  distribution: 'How the children share the length of the line.',
  alignment: 'Where the children stand across the line.',
};

export const basic08Descriptions: CatalogDescriptions = {
  title: 'A2UI standard catalog 0.8',
  summary: 'The standard components of A2UI 0.8.',
  components: {
    Text: { summary: 'Shows text.', props: { text: 'The text.', usageHint: 'Its role on the page.' } },
    Image: {
      summary: 'Shows a picture.',
      props: {
        url: 'Where the picture is.',
        altText: 'What the picture shows, for people who cannot see it.',
        fit: 'How the picture fills its box.',
        usageHint: 'What the picture is for, which decides its size and shape.',
      },
    },
    Icon: { summary: 'Shows a small symbol.', props: { name: 'The name of the symbol.' } },
    Video: { summary: 'Plays a film, with controls.', props: { url: 'Where the film is.' } },
    AudioPlayer: {
      summary: 'Plays a sound, with controls.',
      props: { url: 'Where the sound is.', description: 'A title or summary of the sound.' },
    },
    Row: { summary: 'Lays components out side by side.', props: LINE },
    Column: { summary: 'Lays components out one below the other.', props: LINE },
    List: {
      summary: 'Shows components as a list that scrolls when it is long.',
      props: {
        children: LINE.children,
        direction: 'Which way the list runs.',
        alignment: 'Where the items stand across the list.',
      },
    },
    Card: {
      summary: 'Sets one component apart as a unit.',
      props: { child: 'The content; wrap several components in a Column or Row.' },
    },
    Tabs: {
      summary: 'Shows one of several components at a time, chosen by its title.',
      props: {
        tabItems: 'The tabs from first to last; the first one is open at the start.',
        'tabItems.title': 'The title on the tab.',
        'tabItems.child': 'What is shown while the tab is open.',
      },
    },
    Divider: { summary: 'Draws a line between components.', props: { axis: 'Which way the line runs.' } },
    Modal: {
      summary: 'Opens a dialog over the surface.',
      props: {
        entryPointChild: 'The component that opens the dialog when it is pressed.',
        contentChild: 'What the dialog shows.',
      },
    },
    Button: {
      summary: 'Sends an action to the agent when it is pressed.',
      props: {
        child: 'What stands on the button, usually a Text or an Icon.',
        primary: 'Whether this is the main thing to do here.',
        action: 'The name of the action, and what it tells the agent.',
      },
    },
    CheckBox: {
      summary: 'Lets a person switch something on or off.',
      props: {
        label: 'The text beside the box.',
        value: 'Whether it is checked. Bind it to a path to receive what the person chooses.',
      },
    },
    TextField: {
      summary: 'Lets a person type text.',
      props: {
        label: 'A title for the field.',
        text: 'The text in the field. Bind it to a path to receive what the person types.',
        textFieldType: 'What kind of text is expected; an obscured text is a secret.',
        validationRegexp: 'A regular expression that the text should match.',
      },
    },
    DateTimeInput: {
      summary: 'Lets a person enter a date, a time or both.',
      props: {
        value: 'The moment in ISO 8601. Bind it to a path to receive the entry.',
        enableDate: 'Whether a date can be entered.',
        enableTime: 'Whether a time of day can be entered.',
      },
    },
    MultipleChoice: {
      summary: 'Lets a person choose from a few options.',
      props: {
        selections: 'The chosen values. Bind it to a path to receive the choice.',
        options: 'What can be chosen.',
        'options.label': 'The text that the person sees.',
        'options.value': 'What is stored when the option is chosen.',
        maxAllowedSelections: 'How many options can be chosen at most.',
        variant: 'How the options look.',
        filterable: 'Whether the person can search the options.',
      },
    },
    Slider: {
      summary: 'Lets a person choose a number from a range.',
      props: {
        value: 'The chosen number. Bind it to a path to receive the choice.',
        label: 'A title for the slider.',
        minValue: 'The smallest number that can be chosen.',
        maxValue: 'The largest number that can be chosen.',
      },
    },
  },
  functions: {},
  theme: { font: 'The family of fonts.', primaryColor: 'The colour of what stands out, as #RRGGBB.' },
};
