// The file that `vitrine catalog new` writes: a catalog with one component that works everywhere, to be changed from there on.

/** `component`: its name, in the form of a class: `StarRating`. */
export function newCatalog(component: string): string {
  const words = component.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ');
  const slug = words.toLowerCase().replaceAll(' ', '-');
  return `// A catalog of your own: everything of A2UI's basic catalog, and ${component}. Serve it with "vitrine serve --catalog FILE";
// docs/catalogs-of-your-own.md tells what each part is for.

import { checks, defineComponent, extendCatalog, required, text, toText } from '@vitrine/core';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { Field, frame, make } from '@vitrine/web/authoring';

// What agents may say. Each description reaches the reference, the JSON Schema and the prompt of a model.
const ${component} = defineComponent(
  {
    label: required(text({ description: 'What is asked for.' })),
    value: required(text({ writable: true, description: 'What the person entered.' })),
    checks: checks(),
  },
  {
    description: 'Asks a person for ${words.toLowerCase()}.',
    example: { label: '${words}', value: { path: '/value' } },
    // What viewers show that do not know it, in components of A2UI's basic catalog 0.9; losses are told to the agent.
    fallback: ({ id, weight, props }) => ({
      components: [{ id, type: 'TextField', weight, props }],
      losses: ['${words.toLowerCase()} is shown as a text field'],
    }),
  },
);

export const catalog = extendCatalog(basic10, { ${component} }, {
  id: 'https://example.com/catalogs/${slug}/1',
  title: '${words}',
});

// How a page draws it. Field has the label, the checks and what is wrong; this is the control in it.
class ${component}Field extends Field {
  constructor(ui, node) {
    super(ui, node, 'value', frame('field ${slug}', make('input', 'input')));
  }

  get fallback() {
    return '${words}';
  }

  show() {
    this.control.value = toText(this.value);
  }

  entered() {
    return this.control.value;
  }
}

export const widgets = { ${component}: (ui, node) => new ${component}Field(ui, node) };

// For the elements of these widgets alone; :scope is the outermost of them.
export const styles = \`
:scope { border-inline-start: 3px solid var(--_primary); padding-inline-start: 0.75rem; }
\`;
`;
}
