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
    expect(listed.split(', ').sort()).toEqual(types.filter((type) => !PLAIN_COMPONENTS.has(type)).sort());
  });

  it('[GU1] each component keeps its members, and has what they read beside them', () => {
    const path = '/items';
    const event = { name: 'go', context: { name: { path: '/name' } } };
    const components = [
      { id: 'root', component: 'Card', child: 'list' },
      { id: 'list', component: 'Column', children: { componentId: 'go', path } },
      { id: 'go', component: 'Button', child: 'word', action: { event } },
      { id: 'word', component: 'Text', text: { path: 'word' } },
      { id: 'icon', component: 'Button', child: 'none', action: { functionCall: { call: 'openUrl', args: {} } } },
      { id: 'own', component: 'Button', child: 'word', label: 'Mine' },
    ];
    const plain = withPlainMembers(components);
    for (const [i, component] of components.entries()) expect(plain[i]).toMatchObject(component);
    expect(plain).toMatchObject([
      { children: ['list'] },
      { children: { template: { componentId: 'go', path } } },
      { label: { path: 'word' }, action: { event, ...event } },
      ...[{}, {}, { label: 'Mine' }],
    ]);
    expect([plain[3], plain[4]]).toEqual([components[3], components[4]]);
  });
});
