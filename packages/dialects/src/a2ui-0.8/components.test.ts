import type { Json } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { componentOf, opened, text, update } from '../../test/typed-messages.ts';

describe('components of 0.8', () => {
  it('[DA6] a component is its id, one type with properties, and a weight', () => {
    const component = { id: 'd', weight: 2, component: { Divider: { axis: 'vertical' } } };
    expect(componentOf(opened().accept(update(component)))).toEqual({
      id: 'd',
      type: 'Divider',
      props: { axis: 'vertical' },
      weight: 2,
    });
  });

  it('[DA6] one that has no id or no type refuses the message', () => {
    const reading = opened();
    const good = text('t', { literalString: 'x' });
    const bad: readonly Json[] = [
      7,
      null,
      {},
      { component: { Text: {} } },
      { id: 5, component: { Text: {} } },
      { id: 'a' },
      { id: 'a', component: {} },
      { id: 'a', component: [] },
      { id: 'a', component: null },
      { id: 'a', component: { Text: 'x' } },
    ];
    for (const component of bad) reading.refuse(update(good, component), 'COMPONENT_SHAPE /surfaceUpdate/components/1');
    expect([...(reading.fold.surfaces.get('s')?.components() ?? [])]).toEqual([]);
  });

  it('[DA6] of several types the first counts, and a type as a text is mended', () => {
    const two = { id: 'a', component: { Divider: {}, Text: { text: { literalString: 'x' } } } };
    expect(componentOf(opened().mend(update(two), 'COMPONENT_SHAPE /surfaceUpdate/components/0')).type).toBe('Divider');
    const flat = { id: 'a', weight: 1, component: 'Text', text: { literalString: 'x' } };
    expect(componentOf(opened().mend(update(flat), 'COMPONENT_SHAPE /surfaceUpdate/components/0'))).toEqual({
      id: 'a',
      type: 'Text',
      weight: 1,
      props: { text: 'x' },
    });
  });

  it('[DA6] a weight that is no number and foreign fields are not used', () => {
    const component = { ...text('t', { literalString: 'x' }), weight: 'big', note: 1 };
    const body = opened().mend(
      update(component),
      ...['PROP_TYPE /surfaceUpdate/components/0/weight', 'MESSAGE_FIELD_UNKNOWN /surfaceUpdate/components/0'],
    );
    expect(componentOf(body)).toEqual({ id: 't', type: 'Text', props: { text: 'x' } });
  });

  it('[DA6] a message without components is mended, one without the field refused', () => {
    const reading = opened();
    reading.mend(update(), 'MESSAGE_SHAPE /surfaceUpdate/components');
    reading.refuse({ surfaceUpdate: { surfaceId: 's' } }, 'MESSAGE_FIELD_MISSING /surfaceUpdate/components');
    reading.refuse({ surfaceUpdate: { surfaceId: 's', components: {} } }, 'MESSAGE_SHAPE /surfaceUpdate/components');
  });

  it('[DA6] too many components are refused before they are read', () => {
    const components = new Array<Json>(20_001).fill({});
    opened().refuse({ surfaceUpdate: { surfaceId: 's', components } }, 'LIMIT_COMPONENTS /surfaceUpdate/components');
  });
});
