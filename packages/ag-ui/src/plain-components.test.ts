import { readFileSync } from 'node:fs';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { describe, expect, it } from 'vitest';
import { PLAIN_COMPONENTS, withPlainMembers } from './plain-components.ts';

describe('for clients that read less', () => {
  it('[GU1] what is lost is listed: every component that they do not draw', () => {
    const text = readFileSync(new URL('../../../docs/ag-ui.md', import.meta.url), 'utf8');
    const [, listed = ''] = /lost in assistant-ui.*\n.*\n\| ([^|]+) \|/.exec(text) ?? [];
    const types = [...basic09.components.keys()];
    expect(types).toEqual(expect.arrayContaining([...PLAIN_COMPONENTS]));
    // A list is drawn as a column.
    const lost = types.filter((type) => !PLAIN_COMPONENTS.has(type) && type !== 'List');
    expect(listed.split(', ').sort()).toEqual(lost.sort());
  });

  it('[GU1] each component but a list keeps its members, and has what they read beside them', () => {
    const path = '/items';
    const context = { name: { path: '/name' }, item: { path: 'id' }, other: { path: '/none' }, more: { path: '/' } };
    const event = { name: 'go', context };
    const data = { name: 'Ada', items: [] };
    const components = [
      { id: 'root', component: 'Card', child: 'list' },
      { id: 'list', component: 'Column', children: { componentId: 'go', path } },
      { id: 'go', component: 'Button', child: 'word', action: { event } },
      { id: 'word', component: 'Text', text: { path: 'word' } },
      { id: 'icon', component: 'Button', child: 'none', action: { functionCall: { call: 'openUrl', args: {} } } },
      { id: 'own', component: 'Button', child: 'word', label: 'Mine' },
      { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
      { id: 'done', component: 'CheckBox', label: 'Done', value: { path: 'done' } },
      { id: 'face', component: 'Image', url: { path: 'face' } },
      { id: 'within', component: 'List', children: { componentId: 'go', path: 'parts' } },
    ];
    const create = { version: 'v0.9', createSurface: { surfaceId: 's' } };
    const { components: plain } = withPlainMembers({ surface: 's', create, components, data });
    for (const [i, component] of components.entries())
      if (typeof component.children !== 'object') expect(plain[i]).toMatchObject(component);
    expect(plain).toMatchObject([
      { children: ['list'] },
      {},
      {
        label: { path: '/word' },
        action: { event, name: 'go', context: { ...context, name: 'Ada', item: { path: '/id' } } },
      },
      { value: { path: '/word' } },
      ...[{}, { label: 'Mine' }, { placeholder: { path: '/name' } }],
      ...[{ defaultChecked: { path: '/done' } }, { src: { path: '/face' } }],
      { component: 'Column' },
    ]);
    // They take no member beside the template.
    const lists = plain.flatMap(({ id, children }) => (id === 'list' || id === 'within' ? [children] : []));
    const template = (of: string) => ({ template: { componentId: 'go', path: of } });
    expect(lists).toEqual([template(path), template('/parts')]);
    expect(plain[4]).toEqual(components[4]);
  });
});
