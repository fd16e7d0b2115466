import { getAt, type Json, parsePointer } from '@vitrine/core/internal';
import { describe, expect, it } from 'vitest';
import { locate } from './locate.ts';

const components: Json = {
  surfaceUpdate: {
    surfaceId: 's',
    components: [
      { id: 'a', component: { Row: { children: { explicitList: ['x', 'y'] } } } },
      { id: 'b', component: { Button: { action: { name: 'n', context: [{ key: 'k', value: { path: '/v' } }] } } } },
      { id: 'c', component: { Tabs: { tabItems: [{ title: { literalString: 't' }, child: 'x' }] } } },
      { id: 'd', component: 'Text', text: { path: '/a' } },
    ],
  },
};
const data: Json = {
  dataModelUpdate: {
    surfaceId: 's',
    path: '/p',
    contents: [
      { key: 'a/b', valueString: 'x' },
      {
        key: 'm',
        valueMap: [{ key: 'l', valueArray: [{ valueNumber: 1 }, { valueMap: [{ key: 'z', valueNumber: 2 }] }, 3] }],
      },
      { key: 'p', value: { q: [1] } },
    ],
  },
};

describe('where an issue of the fold stands in a 0.8 message', () => {
  it.each([
    ['/components/0/children/1', '/surfaceUpdate/components/0/component/Row/children/explicitList/1'],
    ['/components/0/component', '/surfaceUpdate/components/0/component'],
    [
      '/components/1/action/event/context/k/path',
      '/surfaceUpdate/components/1/component/Button/action/context/0/value/path',
    ],
    ['/components/1/action', '/surfaceUpdate/components/1/component/Button/action'],
    ['/components/2/tabItems/0/title', '/surfaceUpdate/components/2/component/Tabs/tabItems/0/title'],
    ['/components/3/text', '/surfaceUpdate/components/3/text'],
    ['/components/1', '/surfaceUpdate/components/1'],
    ['/components', '/surfaceUpdate/components'],
    ['/surfaceId', '/surfaceUpdate/surfaceId'],
    ['/value', '/surfaceUpdate/components'],
    ['', '/surfaceUpdate'],
  ])('[DA20] %s of components is %s', (at, pointer) => {
    expect(locate(components, at)).toBe(pointer);
    expect(getAt(components, parsePointer(pointer))).toBeDefined();
  });

  it.each([
    ['/value/a~1b', '/dataModelUpdate/contents/0/valueString'],
    ['/value/m/l/0', '/dataModelUpdate/contents/1/valueMap/0/valueArray/0/valueNumber'],
    ['/value/m/l/1/z', '/dataModelUpdate/contents/1/valueMap/0/valueArray/1/valueMap/0/valueNumber'],
    ['/value/m/l/2', '/dataModelUpdate/contents/1/valueMap/0/valueArray/2'],
    ['/value/p/q/0', '/dataModelUpdate/contents/2/value/q/0'],
    ['/value/none', '/dataModelUpdate/contents'],
    ['/value', '/dataModelUpdate/contents'],
    ['/path', '/dataModelUpdate/path'],
  ])('[DA20] %s of data is %s', (at, pointer) => {
    expect(locate(data, at)).toBe(pointer);
    expect(getAt(data, parsePointer(pointer))).toBeDefined();
  });

  it('[DA20] what cannot be found is the nearest thing that can', () => {
    expect(locate({ dataModelUpdate: { contents: [{ key: '.', valueArray: [1] }] } }, '/value/0')).toBe(
      '/dataModelUpdate/contents/0/valueArray/0',
    );
    expect(locate({ beginRendering: { styles: { font: 1 } } }, '/theme/font')).toBe('/beginRendering/styles/font');
    expect(locate({ beginRendering: {} }, '/catalogId')).toBe('/beginRendering');
    expect(locate({ hello: 1 }, '/x')).toBe('/x');
    expect(locate(3, '/x')).toBe('/x');
  });
});
