// Streams that the tests of the host's pages send as an agent.

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';

export function form(): readonly object[] {
  return [
    { version: 'v0.9', createSurface: { surfaceId: 'main', catalogId: CATALOG } },
    { version: 'v0.9', updateDataModel: { surfaceId: 'main', value: { name: 'Ada', pin: '', said: 'nothing yet' } } },
    {
      version: 'v0.9',
      updateComponents: {
        surfaceId: 'main',
        components: [
          { id: 'root', component: 'Column', children: ['title', 'name', 'pin', 'said', 'send'] },
          { id: 'title', component: 'Text', text: 'A small form', variant: 'h2' },
          { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
          { id: 'pin', component: 'TextField', label: 'Pin', value: { path: '/pin' }, variant: 'obscured' },
          { id: 'said', component: 'Text', text: { path: '/said' } },
          {
            id: 'send',
            component: 'Button',
            child: 'send-label',
            action: { event: { name: 'send', context: { name: { path: '/name' }, pin: { path: '/pin' } } } },
          },
          { id: 'send-label', component: 'Text', text: 'Send it' },
        ],
      },
    },
  ];
}

/** A button that needs what nobody said yet. */
export function guarded(): object {
  const checks = [{ condition: { call: 'required', args: { value: { path: '/agreed' } } }, message: 'Agree first.' }];
  const action = { event: { name: 'go', context: {} } };
  return {
    version: 'v0.9',
    updateComponents: {
      surfaceId: 'main',
      components: [
        { id: 'root', component: 'Column', children: ['title', 'name', 'pin', 'said', 'send', 'go'] },
        { id: 'go', component: 'Button', child: 'go-label', action, checks },
        { id: 'go-label', component: 'Text', text: 'Go' },
      ],
    },
  };
}

export function say(value: string): object {
  return { version: 'v0.9', updateDataModel: { surfaceId: 'main', path: '/said', value } };
}
