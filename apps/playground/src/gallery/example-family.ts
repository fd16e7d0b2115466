// The examples of real tasks as entries of the gallery, in A2UI 1.0, with the scripts that answer their actions.

import type { Example } from '../examples/example.ts';
import type { Family } from './entry.ts';

export function exampleFamily(examples: readonly Example[]): Family {
  return {
    title: 'Examples',
    entries: examples.map((example) => ({
      ...{ group: example.group, title: example.title, note: example.note, replay: true },
      messages: example.messages('1.0'),
      reply: (action, context) => example.reply(action, context, '1.0'),
    })),
  };
}
