import { expect, test } from 'vitest';
import { basic09 } from './catalogs/basic-0.9.ts';
import { basic10 } from './catalogs/basic-1.0.ts';
import type { Component } from './entry.ts';
import { Fold } from './fold.ts';
import type { Json, JsonObject } from './json.ts';
import { Catalogs } from './registry.ts';
import type { Surface } from './surface.ts';
import { Tree } from './tree.ts';
import { unshown } from './unshown.ts';

function told(components: readonly Component[], data: Json = {}): readonly string[] {
  const fold = new Fold({ catalogs: new Catalogs([basic09]) });
  fold.accept({ body: [{ op: 'open', surface: 's', catalog: basic09.id, protocol: '0.9', components, data }] });
  return unshown(new Tree(fold.surfaces.get('s') as Surface, fold)).map(({ code, severity, at }) =>
    `${severity} ${code} ${at}`.replace('VITRINE_', '').replace('/surfaces/s/', ''),
  );
}

const one = (type: string, props: JsonObject): Component => ({ id: 'root', type, props });
const press = (call: string, args: JsonObject): Component =>
  one('Button', { child: 'x', action: { functionCall: { call, args } } });

test.each<[Component, string]>([
  [one('Row', { children: 'x' }), 'error PROP_TYPE root/children'],
  [one('Card', { child: 1 }), 'error PROP_TYPE root/child'],
  [one('Tabs', { tabs: {} }), 'error PROP_TYPE root/tabs'],
  [one('Row', { children: ['x', 5, 'y'] }), 'error PROP_TYPE root/children/1'],
  [one('Row', { children: [{ id: 'x', component: 'Text' }] }), 'error PROP_TYPE root/children/0'],
  [
    one('Tabs', {
      tabs: [
        { title: 'T', child: 'x' },
        { title: 'U', child: 7 },
      ],
    }),
    'error PROP_TYPE root/tabs/1/child',
  ],
  [one('Tabs', { tabs: ['T'] }), 'error PROP_TYPE root/tabs/0'],
  [one('ChoicePicker', { value: [], options: [{ label: 'A', value: 'a' }, 'b'] }), 'error PROP_TYPE root/options/1'],
  [one('Button', { child: 'x', action: 1 }), 'error PROP_TYPE root/action'],
  [one('TextField', { label: 'x', checks: 'required' }), 'error PROP_TYPE root/checks'],
  [one('TextField', { label: 'x', checks: [{ path: '/ok' }, 'required'] }), 'error PROP_TYPE root/checks/1'],
  [one('TextField', { label: 'x', checks: [{ message: 'No' }] }), 'error PROP_TYPE root/checks/0'],
  [press('nope', {}), 'error FUNCTION_UNKNOWN root/action'],
  [press('openUrl', {}), 'error URL_REFUSED root/action'],
  [press('openUrl', { url: 7 }), 'error URL_REFUSED root/action'],
  [one('Image', { url: 'javascript:x()' }), 'warning URL_REFUSED root/url'],
  [one('Image', { url: 'file:///etc/hosts' }), 'warning URL_REFUSED root/url'],
  [one('Video', { url: { path: '/url' } }), 'warning URL_REFUSED root/url'],
  ...[
    'java\nscript:x()',
    '\tjavascript:x()',
    'data:text/html,x',
    'data:image/svg+xml;base64,AAAA',
    'http://a.example/a.png',
  ].map((url): [Component, string] => [one('Image', { url }), 'warning URL_REFUSED root/url']),
  ...['Video', 'AudioPlayer'].map((type): [Component, string] => [
    one(type, { url: 'data:image/png;base64,AAAA' }),
    'warning URL_REFUSED root/url',
  ]),
  [
    one('Button', { child: 'x', action: { functionCall: { call: 'openUrl', args: { url: 'java\nscript:x()' } } } }),
    'error URL_REFUSED root/action',
  ],
])('[CK26] %j is told', (component, line) => {
  expect(told([component], { url: 'vbscript:x' })).toEqual([line]);
});

test.each<[Component]>([
  [press('openUrl', { url: { path: '/nowhere' } })],
  [one('Image', { url: 'https://example.com/a.png' })],
  [one('Image', { url: 'a.png' })],
  [one('Image', { url: '//cdn.example/a.png' })],
  [one('Image', { url: 'data:image/png;base64,AAAA' })],
  [one('Image', { url: { path: '/nowhere' } })],
  [one('Row', { children: [] })],
  [one('ChoicePicker', { value: [], options: [{ label: 7, value: 1 }, {}] })],
  [one('Row', { children: { componentId: 'x', path: '/list' } })],
  [one('Text', { text: 5 })],
  [one('Button', { child: 'x', action: { event: { name: 'go' } } })],
  [one('Button', { child: 'x', action: { functionCall: { call: 'openUrl', args: { url: 'https://a.example/' } } } })],
])('[CK26] %j is shown, or may yet be', (component) => {
  expect(told([component])).toEqual([]);
});

test('[CK26] a link of a template is told once, by the address that an item gives it', () => {
  const components: Component[] = [
    one('List', { children: { componentId: 'b', path: '/items' } }),
    {
      id: 'b',
      type: 'Button',
      props: { child: 'x', action: { functionCall: { call: 'openUrl', args: { url: { path: 'to' } } } } },
    },
  ];
  const items = ['https://a.example/', 'javascript:x()', 'javascript:y()'].map((to) => ({ to }));
  expect(told(components, { items })).toEqual(['error URL_REFUSED b/action']);
});

test('[CK26] a picture of a theme is told where it is not fetched', () => {
  const fold = new Fold({ catalogs: new Catalogs([basic09]) });
  const theme = { iconUrl: 'javascript:x()', primaryColor: '#112233' };
  fold.accept({ body: [{ op: 'open', surface: 's', catalog: basic09.id, protocol: '0.9', theme }] });
  const found = unshown(new Tree(fold.surfaces.get('s') as Surface, fold));
  expect(found).toMatchObject([{ code: 'VITRINE_URL_REFUSED', severity: 'warning', at: '/surfaces/s/theme/iconUrl' }]);
});

test('[CK26] a function that the agent is asked for is not told', () => {
  const fold = new Fold({ catalogs: new Catalogs([basic10]) });
  const components = [press('nope', {})];
  fold.accept({ body: [{ op: 'open', surface: 's', catalog: basic10.id, protocol: '1.0', components }] });
  expect(unshown(new Tree(fold.surfaces.get('s') as Surface, fold))).toEqual([]);
});
