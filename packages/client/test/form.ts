// A small form in the neutral form: a name that can be typed, a secret, a button that sends both.

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';

export const FORM = {
  vitrine: 1,
  body: [
    {
      op: 'open',
      surface: 'form',
      catalog: CATALOG,
      protocol: '0.9',
      components: [
        { id: 'root', type: 'Column', props: { children: ['name', 'pin', 'send'] } },
        { id: 'name', type: 'TextField', props: { label: 'Name', value: { path: '/name' } } },
        { id: 'pin', type: 'TextField', props: { label: 'Pin', value: { path: '/pin' }, variant: 'obscured' } },
        {
          id: 'send',
          type: 'Button',
          props: { child: 'label', action: { event: { name: 'send', context: { name: { path: '/name' } } } } },
        },
        { id: 'label', type: 'Text', props: { text: 'Send' } },
      ],
      data: { name: '' },
    },
  ],
};

export function set(path: string, value: unknown): object {
  return { vitrine: 1, body: [{ op: 'set', surface: 'form', path, value }] };
}

export function typed(value: string) {
  return { event: 'input', surface: 'form', path: '/name', value } as const;
}

export function press(name: string) {
  return { event: 'action', surface: 'form', source: 'send', name: 'send', context: { name }, checked: true } as const;
}
