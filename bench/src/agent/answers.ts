// Answers as models write them: prose, then one tagged list of messages with components and data, then prose.

interface Answer {
  readonly text: string;
  /** The list of messages alone. */
  readonly json: string;
  readonly messages: number;
}

const PER_MESSAGE = 12;

export function answerOf(length: number): Answer {
  const messages: object[] = [
    { version: 'v0.9', createSurface: { surfaceId: 'offers', catalogId: 'basic' } },
    update([{ id: 'root', component: 'List', children: { componentId: 'row', path: '/offers' } }]),
  ];
  let size = 300;
  for (let i = 0; size < length; i++) {
    const message = i % 4 === 3 ? data(i) : update(cards(i));
    messages.push(message);
    size += JSON.stringify(message).length + 2;
  }
  const json = `[\n${messages.map((message) => JSON.stringify(message)).join(',\n')}\n]`;
  const text = `Here are the offers that I found.\n\n<a2ui-json>${json}</a2ui-json>\n\nTell me which one you like.`;
  return { text, json, messages: messages.length };
}

function update(components: readonly object[]): object {
  return { version: 'v0.9', updateComponents: { surfaceId: 'offers', components } };
}

function cards(block: number): object[] {
  return Array.from({ length: PER_MESSAGE / 4 }, (_, i) => i + (block * PER_MESSAGE) / 4).flatMap((i) => [
    { id: `card-${i}`, component: 'Card', child: `column-${i}` },
    {
      id: `column-${i}`,
      component: 'Column',
      children: [`title-${i}`, `book-${i}`],
      justify: 'start',
      align: 'stretch',
    },
    { id: `title-${i}`, component: 'Text', text: `Offer ${i}: two nights, breakfast included`, variant: 'h3' },
    {
      id: `book-${i}`,
      component: 'Button',
      child: `label-${i}`,
      variant: 'primary',
      action: { event: { name: 'book', context: { offer: i, price: { path: `/offers/${i}/price` }, code: `A-${i}` } } },
    },
  ]);
}

function data(i: number): object {
  const value = Array.from({ length: 8 }, (_, k) => ({
    name: `Place ${i}-${k}`,
    price: 80 + k,
    stars: 4.5,
    open: true,
  }));
  return { version: 'v0.9', updateDataModel: { surfaceId: 'offers', path: `/offers/${i}`, value } };
}

export function cut(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));
}
