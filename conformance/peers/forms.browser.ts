// Forms beside those of the demos, in the pages of the peers: with the data model sent along, with a value that must not
// be seen, and with a button in every item of a list.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PEERS } from './peer-view.ts';
import { Stage, type Wire } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const version = 'v0.9';
const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const at = (path: string) => ({ path });

function surface09(surfaceId: string, components: Wire, value: Wire, more: Wire = {}): readonly Wire[] {
  const flat = Object.entries(components).map(([id, given]) => ({ id, ...(given as Wire) }));
  return [
    { version, createSurface: { surfaceId, catalogId, ...more } },
    { version, updateDataModel: { surfaceId, path: '/', value } },
    { version, updateComponents: { surfaceId, components: flat } },
  ];
}

describe.each(['react-0.9', 'lit-0.9'] as const)('a form whose data model is sent along, in %s', (peer) => {
  test('is checked wholly, though its action carries next to nothing', async () => {
    const { session, token } = await stage.show(
      ...surface09(
        'sync',
        {
          root: { component: 'Column', children: ['name', 'terms', 'go'] },
          name: { component: 'TextField', label: 'Name', value: at('/form/name') },
          terms: { component: 'CheckBox', label: 'Agreed', value: at('/form/terms') },
          go: {
            component: 'Button',
            child: 'label',
            action: {
              event: {
                name: 'go',
                context: { hello: { call: 'formatString', args: { value: 'Hello ${/form/name}' } } },
              },
            },
            checks: [{ condition: at('/form/terms'), message: 'Agree first.' }],
          },
          label: { component: 'Text', text: 'Go' },
        },
        { form: { name: '', terms: false }, fixed: 7 },
        { sendDataModel: true },
      ),
    );
    const view = await stage.view(peer, { session, token });
    await view.type('Name', 'Ada');
    await view.check('Agreed');
    expect(await view.press('Go')).toMatchObject({ answer: { accepted: 1, issues: [] } });
    const form = { name: 'Ada', terms: true };
    expect(await stage.judged(session)).toEqual([
      { event: 'input', surface: 'sync', path: '/form/name', value: 'Ada' },
      { event: 'input', surface: 'sync', path: '/form/terms', value: true },
      expect.objectContaining({ event: 'action', context: { hello: 'Hello Ada' }, checked: true }),
    ]);
    expect(await stage.delivered(session)).toEqual([
      {
        version,
        action: {
          ...{ name: 'go', surfaceId: 'sync', sourceComponentId: 'go', timestamp: expect.any(String) },
          context: { hello: 'Hello Ada' },
        },
        metadata: { a2uiClientDataModel: { version, surfaces: { sync: { form, fixed: 7 } } } },
      },
    ]);
    await view.isFine();
  });
});

describe.each(PEERS)('what must not be seen, in %s', (peer) => {
  test('reaches the agent and no entry', async () => {
    const { session, token } = await stage.show(
      ...surface09(
        'login',
        {
          root: { component: 'Column', children: ['user', 'pin', 'go'] },
          user: { component: 'TextField', label: 'User', value: at('/user') },
          pin: { component: 'TextField', label: 'PIN', variant: 'obscured', value: at('/pin') },
          go: {
            component: 'Button',
            child: 'label',
            action: { event: { name: 'login', context: { user: at('/user'), pin: at('/pin') } } },
          },
          label: { component: 'Text', text: 'Sign in' },
        },
        { user: '', pin: '' },
      ),
    );
    const view = await stage.view(peer, { session, token });
    await view.type('User', 'ada');
    await view.type('PIN', '24680');
    expect(await view.press('Sign in')).toMatchObject({ answer: { accepted: 1 } });
    expect(await stage.delivered(session)).toMatchObject([{ action: { context: { user: 'ada', pin: '24680' } } }]);
    expect(JSON.stringify(await stage.entries(session))).not.toContain('24680');
    await view.isFine();
  });
});

const CITIES = [
  { id: 'lj', name: 'Ljubljana', price: 90 },
  { id: 'po', name: 'Porto', price: 120 },
  { id: 'gd', name: 'Gdańsk', price: 70 },
];

const LISTS: { readonly [dialect: string]: readonly Wire[] } = {
  'a2ui-0.9': surface09(
    'list',
    {
      root: { component: 'List', children: { componentId: 'row', path: '/cities' } },
      row: { component: 'Row', children: ['name', 'buy'] },
      name: { component: 'Text', text: at('name') },
      buy: {
        component: 'Button',
        child: 'buy-label',
        action: { event: { name: 'buy', context: { id: at('id'), price: at('price'), kind: 'trip' } } },
      },
      'buy-label': { component: 'Text', text: { call: 'formatString', args: { value: 'To ${name}' } } },
    },
    { cities: CITIES },
  ),
  'a2ui-0.8': [
    {
      surfaceUpdate: {
        surfaceId: 'list',
        components: [
          {
            id: 'top',
            component: { List: { children: { template: { componentId: 'row', dataBinding: '/cities' } } } },
          },
          { id: 'row', component: { Row: { children: { explicitList: ['name', 'buy'] } } } },
          { id: 'name', component: { Text: { text: { path: 'price' } } } },
          {
            id: 'buy',
            component: {
              Button: {
                child: 'buy-label',
                action: {
                  name: 'buy',
                  context: [
                    { key: 'id', value: { path: 'id' } },
                    { key: 'price', value: { path: 'price' } },
                    { key: 'kind', value: { literalString: 'trip' } },
                  ],
                },
              },
            },
          },
          { id: 'buy-label', component: { Text: { text: { path: 'name' } } } },
        ],
      },
    },
    {
      dataModelUpdate: {
        surfaceId: 'list',
        contents: [
          {
            key: 'cities',
            valueMap: CITIES.map(({ id, name, price }) => ({
              key: id,
              valueMap: [
                { key: 'id', valueString: id },
                { key: 'name', valueString: `To ${name}` },
                { key: 'price', valueNumber: price },
              ],
            })),
          },
        ],
      },
    },
    { beginRendering: { surfaceId: 'list', root: 'top' } },
  ],
};

describe.each(Object.keys(LISTS))('a list of %s with a button in every item', (dialect) => {
  test.each(PEERS)('tells the item that was pressed, in %s', async (peer) => {
    const { session, token } = await stage.show(...(LISTS[dialect] as readonly Wire[]));
    const view = await stage.view(peer, { session, token });
    for (const { name } of CITIES.toReversed())
      expect(await view.press(`To ${name}`)).toMatchObject({ answer: { accepted: 1, issues: [] } });
    const told = (await stage.delivered(session)).map(({ action, userAction }) => action ?? userAction);
    expect(told).toMatchObject(
      CITIES.toReversed().map(({ id, price }) => ({
        ...{ name: 'buy', sourceComponentId: 'buy' },
        context: { id, price, kind: 'trip' },
      })),
    );
    expect((await stage.judged(session)).map(({ checked }) => checked)).toEqual([true, true, true]);
    await view.isFine();
  });
});
