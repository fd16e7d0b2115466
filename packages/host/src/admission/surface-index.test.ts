import { type Component, DEFAULT_LIMITS } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { describe, expect, test } from 'vitest';
import { type Action, Stage } from '../../test/admission-stage.ts';

const ROWS = 20_000;
const data = {
  rows: Array.from({ length: ROWS }, (_, i) => ({ n: i, name: `Row ${i}` })),
  options: [{ o: 'a' }, { o: 'b' }],
};

const list: readonly Component[] = [
  { id: 'root', type: 'Column', props: { children: ['list', 'beside', 'field'] } },
  { id: 'list', type: 'List', props: { children: { componentId: 'row', path: '/rows' } } },
  { id: 'row', type: 'Row', props: { children: ['name', 'buy'] } },
  { id: 'name', type: 'Text', props: { text: { path: 'name' } } },
  {
    id: 'buy',
    type: 'Button',
    props: { child: 'word', action: { event: { name: 'buy', context: { n: { path: 'n' } } } } },
  },
  { id: 'word', type: 'Text', props: { text: 'Buy' } },
  { id: 'beside', type: 'Button', props: { child: 'word', action: { event: { name: 'all' } } } },
  { id: 'field', type: 'TextField', props: { label: 'Who', value: { path: '/who' } } },
];

/** So few that walking all rows alone would exceed them. */
const FEW_STEPS = 2000;

function shown(components: readonly Component[], steps = FEW_STEPS): Stage {
  const limits = { ...DEFAULT_LIMITS, evaluationSteps: steps };
  return new Stage({ limits }).show(components, data, basic09.id);
}

const press = (source: string, name: string, more: Partial<Action> = {}): Action => ({
  event: 'action',
  surface: 's',
  source,
  name,
  context: {},
  checked: false,
  ...more,
});
const codes = (stage: Stage, event: Action, dialect: 'vitrine' | 'a2ui-0.9' = 'vitrine'): readonly string[] => {
  const admission = stage.admit([event], { dialect });
  return admission.ok ? [] : admission.issues.map(({ code }) => code);
};

describe('what is pressed among thousands of rows', () => {
  test('[AD34] is found by the row that the act names, without a look at the others', () => {
    const stage = shown(list);
    expect(codes(stage, press('buy', 'buy', { scope: '/rows/17', context: { n: 17 } }))).toEqual([]);
    expect(codes(stage, press('buy', 'buy', { scope: `/rows/${ROWS - 1}`, context: { n: ROWS - 1 } }))).toEqual([]);
  });

  test('[AD34] is refused where the row is none, or says something else', () => {
    const stage = shown(list, 2_500_000);
    for (const scope of [`/rows/${ROWS}`, '/rows', '/rows/1/n', '/other/1'])
      expect(codes(stage, press('buy', 'buy', { scope, context: { n: 1 } }))).toEqual(['VITRINE_EVENT_SOURCE']);
    expect(codes(stage, press('buy', 'buy', { scope: '/rows/1', context: { n: 2 } }))).not.toEqual([]);
    expect(codes(stage, press('name', 'buy', { scope: '/rows/1' }))).not.toEqual([]);
  });

  test('[AD34] costs nothing of rows that hold neither it nor an input', () => {
    const stage = shown(
      list.filter(({ id }) => id !== 'row').concat({ id: 'row', type: 'Row', props: { children: ['name'] } }),
    );
    expect(codes(stage, press('beside', 'all'))).toEqual([]);
    expect(codes(stage, press('beside', 'all'), 'a2ui-0.9')).toEqual([]);
  });

  test('[AD34] is found without a scope, by what it says of its row', () => {
    const stage = shown(list, 2_500_000);
    expect(codes(stage, press('buy', 'buy', { context: { n: 15_000 } }), 'a2ui-0.9')).toEqual([]);
    expect(codes(stage, press('buy', 'buy', { context: { n: ROWS } }), 'a2ui-0.9')).not.toEqual([]);
  });

  test('[AD34] is found in a template inside a row that leads out of it', () => {
    const nested: readonly Component[] = [
      { id: 'root', type: 'List', props: { children: { componentId: 'row', path: '/rows' } } },
      { id: 'row', type: 'List', props: { children: { componentId: 'pick', path: '/options' } } },
      {
        id: 'pick',
        type: 'Button',
        props: { child: 'word', action: { event: { name: 'pick', context: { o: { path: 'o' } } } } },
      },
      { id: 'word', type: 'Text', props: { text: 'Pick' } },
    ];
    const small = { rows: data.rows.slice(0, 50), options: data.options };
    const stage = new Stage().show(nested, small, basic09.id);
    expect(codes(stage, press('pick', 'pick', { scope: '/options/1', context: { o: 'b' } }))).toEqual([]);
    expect(codes(stage, press('pick', 'pick', { scope: '/options/2', context: { o: 'b' } }))).toEqual([
      'VITRINE_EVENT_SOURCE',
    ]);
  });
});
