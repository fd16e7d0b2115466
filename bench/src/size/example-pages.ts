// The pages whose size is promised: those that README and docs/pages.md show, as they stand there, and a form with every basic input.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ExamplePage {
  readonly name: string;
  readonly contents: string;
  /** KiB until it is drawn and usable. */
  readonly limit: number;
  /** What its surface holds that a person can reach by its label, beside the button. */
  readonly labels: readonly string[];
  readonly button: string;
}

const ROOT = join(import.meta.dirname, '../../..');

export function examplePages(): readonly ExamplePage[] {
  const shown = ['README.md', 'docs/pages.md'].map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
  const form = readFileSync(join(ROOT, 'bench/src/size/form-page.ts'), 'utf8');
  return [
    {
      name: 'page without a host',
      contents: blockOf(shown, '// A page of yours: '),
      limit: 50,
      labels: [],
      button: 'Press me',
    },
    {
      name: 'page with a host',
      contents: blockOf(shown, '// A page of yours that shows a session of a host: '),
      limit: 60,
      labels: [],
      button: 'Press me',
    },
    {
      name: 'form with every basic input',
      contents: form,
      limit: 75,
      labels: ['Name', 'Note', 'Pin', 'Guests', 'News', 'Day', 'Terrace'],
      button: 'Send',
    },
  ];
}

/** The code block that begins with this line. */
function blockOf(markdown: string, first: string): string {
  const begin = markdown.indexOf(`\`\`\`ts\n${first}`);
  if (begin < 0) throw new Error(`There is no code block that begins with "${first}".`);
  return markdown.slice(begin + '```ts\n'.length, markdown.indexOf('\n```', begin));
}
