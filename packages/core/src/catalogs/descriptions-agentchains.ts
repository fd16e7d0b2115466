// The prose of the AgentChains catalog. Browsers never load it.

import type { CatalogDescriptions } from '../descriptions.ts';

function dataTexts(what: string, members: { readonly [path: string]: string }): { readonly [path: string]: string } {
  const below = Object.entries(members).map(([path, sentence]) => [`data.${path}`, sentence] as const);
  return {
    data: `${what} Either the data themselves, or where in the data model they stand.`,
    'data.path': 'The path of the data in the data model.',
    ...Object.fromEntries(below),
  };
}

const RULES = {
  required: 'Whether something must be entered.',
  min: 'The smallest number or the earliest date that is allowed.',
  max: 'The largest number or the latest date that is allowed.',
  step: 'The distance between numbers that are allowed.',
  pattern: 'A regular expression that a text must match.',
  pattern_message: 'What is said when the text does not match.',
  max_length: 'How many characters a text may have.',
  accept: 'The media types and name endings of files that may be chosen, separated by commas.',
};
const FIELD = {
  name: 'The name under which the value is submitted.',
  type: 'What is entered; a password is a secret.',
  label: 'The text beside the field; its name where there is none.',
  placeholder: 'A hint that is shown while the field is empty.',
  default_value: 'What stands in the field at the start.',
  options: 'What can be chosen in a select: texts, or values with labels.',
  'options.value': 'What is submitted when the option is chosen.',
  'options.label': 'The text of the option; its value where there is none.',
  ...RULES,
  validation: 'The same rules in one place.',
};

function under(prefix: string, texts: { readonly [name: string]: string }): { readonly [path: string]: string } {
  return Object.fromEntries(Object.entries(texts).map(([name, sentence]) => [`${prefix}.${name}`, sentence]));
}

export const agentchainsDescriptions: CatalogDescriptions = {
  title: 'AgentChains A2UI catalog 2026-02-20',
  summary: 'The nine components of AgentChains. Each is the one component of a surface of its own.',
  components: {
    card: {
      summary: 'Shows a title, a few facts and what can be done.',
      props: {
        ...dataTexts('What the card shows.', {
          title: 'The title of the card.',
          description: 'A paragraph below the title.',
          sections: 'Facts, each with its label.',
          'sections.label': 'What the fact is about.',
          'sections.value': 'The fact.',
          actions: 'What a person can do from here.',
          'actions.label': 'The text on the button.',
          'actions.action': 'What the agent calls the action; navigate with a URL opens it.',
          'actions.url': 'The address that a link opens.',
          'actions.variant': 'The word primary makes the button stand out.',
          subtitle: 'A line below the title.',
          image: 'The address of a picture at the top.',
          image_alt: 'What the picture shows, for people who cannot see it.',
        }),
        press: 'The event that an action sends. Relative paths in its context start at the action that was pressed.',
      },
    },
    table: {
      summary: 'Shows rows and columns, which people may sort.',
      props: dataTexts('The columns and rows.', {
        title: 'The title above the table.',
        caption: 'A line that explains the table.',
        headers: 'The columns from first to last: with key and label, or as texts.',
        'headers.key': 'The member of a row that stands in this column.',
        'headers.label': 'The text above the column; its key where there is none.',
        'headers.sortable': 'Whether a person can sort the table by this column.',
        rows: 'The rows, as objects by column key or as lists in the order of the columns.',
      }),
    },
    form: {
      summary: 'Asks for several values and submits them at once.',
      props: {
        ...dataTexts('The fields and buttons.', {
          title: 'The title above the form.',
          description: 'A paragraph that explains the form.',
          fields: 'The fields from first to last.',
          ...under('fields', FIELD),
          ...under('fields.validation', RULES),
          submit_label: 'The text on the button that submits the form.',
          cancel_label: 'The text on the button that takes all fields back to their start; none without it.',
        }),
        values: 'Where the values are written, each under the name of its field.',
        'values.path': 'The path of the values in the data model.',
        submit: 'The event that submits the form.',
      },
    },
    chart: {
      summary: 'Draws numbers as bars, lines or slices.',
      props: dataTexts('The numbers and their names.', {
        title: 'The title above the chart.',
        chart_type: 'How the numbers are drawn; slices show the first series only.',
        x_axis: 'The categories of the numbers.',
        'x_axis.label': 'What the categories are.',
        'x_axis.values': 'The categories from first to last.',
        y_axis: 'The axis of the numbers.',
        'y_axis.label': 'What the numbers count.',
        series: 'One line, or one set of bars, each.',
        'series.name': 'The name of the series.',
        'series.data': 'One number for each category, or null for none.',
      }),
    },
    markdown: {
      summary: 'Shows formatted text.',
      props: dataTexts('The text.', {
        title: 'A title above the text.',
        content: 'The text in Markdown; HTML is shown as it is written.',
      }),
    },
    code: {
      summary: 'Shows source code.',
      props: dataTexts('The code.', {
        title: 'The title above the code.',
        language: 'The language of the code, for highlighting.',
        code: 'The code itself.',
      }),
    },
    image: {
      summary: 'Shows a picture.',
      props: dataTexts('The picture.', {
        title: 'A title above the picture.',
        url: 'The address of the picture.',
        alt: 'What the picture shows, for people who cannot see it.',
        caption: 'A line below the picture.',
        width: 'The width in pixels.',
        height: 'The height in pixels.',
      }),
    },
    alert: {
      summary: 'Tells something that matters, in a banner.',
      props: dataTexts('The message.', {
        severity: 'How much it matters.',
        title: 'The message in a few words.',
        message: 'The message in full.',
        dismissible: 'Whether a person can put it away.',
      }),
    },
    steps: {
      summary: 'Shows how far something of several steps has come.',
      props: dataTexts('The steps.', {
        title: 'A title above the steps.',
        steps: 'The steps from first to last.',
        'steps.label': 'What the step does.',
        'steps.status': 'How far the step is.',
        current_step: 'The step that is under way, counted from 0.',
      }),
    },
  },
  functions: {},
  theme: {},
};
