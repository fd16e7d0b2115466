// The prose of the extension catalogs. Browsers never load it.

import type { CatalogDescriptions, EntityDescription } from '../descriptions.ts';
import { basic08Descriptions } from './descriptions-0.8.ts';
import { basic09Descriptions } from './descriptions-0.9.ts';
import { basic10Descriptions } from './descriptions-1.0.ts';

const TITLE = 'A title above it.';

const VITRINE_TEXTS = {
  Table: {
    summary: 'Shows rows and columns, which people may sort.',
    props: {
      label: TITLE,
      description: 'A line that explains the table.',
      columns: 'The columns from first to last; those of the first row where there are none.',
      'columns.key': 'The member of a row that stands in this column.',
      'columns.label': 'The text above the column; its key where there is none.',
      'columns.sortable': 'Whether a person can sort the table by this column.',
      rows: 'The rows, as objects by column key or as lists in the order of the columns. Bind them to a path to change them later.',
      action:
        'What choosing a row does. It needs rows that are bound to a path; relative paths in it start at the row.',
    },
  },
  Chart: {
    summary: 'Draws numbers as bars, lines or shares of a whole, with the numbers behind a switch.',
    props: {
      label: TITLE,
      variant: 'How the numbers are drawn; a pie shows the first series.',
      categories: 'What the values stand for, from first to last.',
      categoryLabel: 'A title for the axis of the categories.',
      valueLabel: 'A title for the axis of the values.',
      series: 'The numbers, in one series or several.',
      'series.label': 'The name of the series.',
      'series.values': 'One number for each category; null where there is none.',
    },
  },
  Code: {
    summary: 'Shows source code, highlighted, with a button that copies it.',
    props: {
      label: TITLE,
      language: 'The language of the code, such as python; text where it has none.',
      code: 'The code.',
    },
  },
  Markdown: {
    summary: "Shows a text with all of GitHub's Markdown: headings, lists, tables, code, links and pictures.",
    props: { label: TITLE, text: 'The text. HTML in it is shown as it is written.' },
  },
  Steps: {
    summary: 'Shows the steps of something that takes a while, and how many are done.',
    props: {
      label: TITLE,
      steps: 'The steps from first to last.',
      'steps.label': 'What is done in the step.',
      'steps.status': 'How far the step is.',
    },
  },
  Progress: {
    summary: 'Shows how far something is.',
    props: {
      label: 'What is going on.',
      value: 'How much is done; left out while nobody knows.',
      max: 'How much there is to do.',
    },
  },
} satisfies { readonly [name: string]: EntityDescription };

const FILE_PROPS = {
  label: 'A title for the field.',
  value:
    'The path that receives the file, as its name, type, size and ref; the agent fetches the content from the host by the ref.',
  accept: 'Which files are wanted, as media types (image/*) and endings (.pdf).',
  maxBytes: 'The most bytes that the file may have.',
};
const CHECKS = { checks: 'Rules that must hold. The first one that fails says why.' };

function extended(
  basic: CatalogDescriptions,
  protocol: string,
  checks: { readonly checks?: string },
): CatalogDescriptions {
  const FileInput = { summary: 'Lets a person choose a file.', props: { ...FILE_PROPS, ...checks } };
  return {
    ...basic,
    title: `Vitrine catalog for A2UI ${protocol}`,
    summary: `The basic components of A2UI ${protocol}, and tables, charts, code, Markdown, steps, progress and files.`,
    components: { ...basic.components, ...VITRINE_TEXTS, FileInput },
  };
}

export const vitrine08Descriptions = extended(basic08Descriptions, '0.8', {});
export const vitrine09Descriptions = extended(basic09Descriptions, '0.9', CHECKS);
export const vitrine10Descriptions = extended(basic10Descriptions, '1.0', CHECKS);
