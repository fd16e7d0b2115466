import { beforeEach, describe, expect, test } from 'vitest';
import { SAMPLES } from '../../test/agentchains-samples.ts';
import { createValidator } from '../../test/published.ts';
import type { ComponentProps, Prop } from '../catalog.ts';
import type { Component, Op } from '../entry.ts';
import { Fold } from '../fold.ts';
import type { Json, JsonObject } from '../json.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { formatPointer } from '../pointer.ts';
import { Catalogs } from '../registry.ts';
import { catalogSchema } from '../schema.ts';
import { Tree } from '../tree.ts';
import type { TreeNode } from '../tree-node.ts';
import {
  type AgentchainsType,
  agentchains,
  agentchainsData,
  agentchainsRoot,
  isAgentchainsType,
  judgeAgentchainsData,
  openAgentchains,
  pressCardAction,
} from './agentchains.ts';
import { formInputs, validateForm } from './agentchains-hooks.ts';

const TYPES = Object.keys(SAMPLES) as AgentchainsType[];

let fold: Fold;
beforeEach(() => {
  fold = new Fold({ catalogs: new Catalogs([agentchains]), strict: true });
});

function send(...body: readonly Op[]): void {
  const outcome = fold.accept({ body });
  expect(outcome.issues).toEqual([]);
}

function rendered(type: AgentchainsType, data: Json = SAMPLES[type], id = 's'): TreeNode {
  send(openAgentchains(id, type, data));
  const surface = fold.surfaces.get(id);
  const root = surface === undefined ? undefined : new Tree(surface, fold).root;
  if (root === undefined) throw new Error('nothing was rendered');
  return root;
}

function literal(type: AgentchainsType, data: Json): Component {
  return { id: 'root', type, props: { ...agentchainsRoot(type).props, data } };
}

function found(component: Component): readonly string[] {
  const lenient = new Fold({ catalogs: new Catalogs([agentchains]) });
  const open: Op = { op: 'open', surface: 's', catalog: 'agentchains', components: [component] };
  return lenient.accept({ body: [open] }).issues.map(({ code, at }) => `${code} ${at}`);
}

test('[AG1] there are nine components, and each needs its data', () => {
  expect([...agentchains.components.keys()]).toEqual(TYPES);
  expect(Object.keys(agentchainsData)).toEqual(TYPES);
  for (const [, { props }] of agentchains.components) expect(props.data?.required).toBe(true);
  expect([isAgentchainsType('card'), isAgentchainsType('map'), isAgentchainsType('toString')]).toEqual([
    true,
    false,
    false,
  ]);
});

describe.each(TYPES)('a %s', (type) => {
  test('[AG2] that is rendered stands at /data as it was sent, and its component holds paths only', () => {
    const root = rendered(type);
    expect(root.get('data')).toEqual(SAMPLES[type]);
    expect(root.component?.props.data).toEqual({ path: '/data' });
    expect(fold.surfaces.get('s')?.data.read(['data'])).toEqual(SAMPLES[type]);
    expect(agentchainsRoot(type)).toEqual(root.component);
  });

  test('[AG3] may have its data in the component', () => {
    expect(found(literal(type, SAMPLES[type]))).toEqual([]);
    expect(found(literal(type, { ...SAMPLES[type], vendor: { since: 1 } }))).toEqual([]);
  });

  test('[AG3] has data of its type, and no call gives them', () => {
    const wrong = ['VITRINE_PROP_TYPE /components/0/data'];
    expect(found(literal(type, 'text'))).toEqual(wrong);
    expect(found(literal(type, { title: 1 }))).toEqual(wrong);
    expect(found(literal(type, { call: 'now' }))).toEqual(wrong);
  });

  test('[AG4] has a schema that takes what the door takes', () => {
    const validate = createValidator().compile(catalogSchema(agentchains));
    const wire = (data: Json): JsonObject => {
      const { id, props } = literal(type, data);
      return { id, component: type, ...props };
    };
    expect(validate(wire(SAMPLES[type]))).toBe(true);
    expect(validate(wire({ path: '/data' }))).toBe(true);
    expect(validate(wire('text'))).toBe(false);
    expect(validate(wire({ title: 1 }))).toBe(false);
  });

  test('[AG5] is judged before it is stored', () => {
    expect(judgeAgentchainsData(type, SAMPLES[type], DEFAULT_LIMITS)).toEqual([]);
    const [first] = judgeAgentchainsData(type, { ...SAMPLES[type], title: 1 }, DEFAULT_LIMITS);
    expect(first).toMatchObject({ code: 'VITRINE_PROP_TYPE', severity: 'warning', at: '/title' });
  });
});

test('[AG3] a path that can never be read is no path', () => {
  expect(found(literal('chart', { path: '/a~x' }))).toEqual(['VITRINE_PROP_TYPE /components/0/data']);
  expect(found(literal('chart', { path: '/a~1x' }))).toEqual([]);
});

test('[AG5] what is judged wrong is a warning with its place, and what looks like a binding is none', () => {
  const judged = (type: AgentchainsType, data: Json): readonly string[] =>
    judgeAgentchainsData(type, data, DEFAULT_LIMITS).map(({ code, severity, at }) => `${severity} ${code} ${at}`);
  expect(judged('form', { fields: [{ name: 'a', pattern: '(?=x)' }] })).toEqual([
    'warning VITRINE_PATTERN_SYNTAX /fields/0/pattern',
  ]);
  expect(judged('form', {})).toEqual(['warning VITRINE_PROP_MISSING ']);
  expect(judged('chart', { chart_type: 'donut', series: [] })).toEqual(['warning VITRINE_PROP_VALUE /chart_type']);
  expect(judged('alert', { extra: [{ call: 'x' }, { path: '~' }] })).toEqual([]);
});

describe('an update', () => {
  test('[AG6] of any kind is a write below /data, and the component stays what it is', () => {
    const root = rendered('table');
    send({ op: 'append', surface: 's', path: '/data/rows', value: [{ name: 'Una' }] });
    send({ op: 'set', surface: 's', path: '/data/title', value: 'All ships' });
    expect(root.get('data')).toMatchObject({ title: 'All ships', rows: { length: 3 } });
    send({ op: 'set', surface: 's', path: '/data', value: { headers: ['A'], rows: [] } });
    expect(root.get('data')).toEqual({ headers: ['A'], rows: [] });
    expect([root.alive, root.component]).toEqual([true, agentchainsRoot('table')]);
  });

  test('[AG6] of streamed text is an append', () => {
    const root = rendered('markdown', { content: 'Fog' });
    send({ op: 'append', surface: 's', path: '/data/content', value: ' lifts' });
    expect(root.get('data')).toEqual({ content: 'Fog lifts' });
  });
});

test('[AG7] data are never bindings, whatever they look like', () => {
  const rows = [{ path: '/data/title', call: 'openUrl', literal: 1 }];
  expect(rendered('table', { title: 'T', rows }).get('data')).toEqual({ title: 'T', rows });
});

describe('a form', () => {
  test('[AG8] writes one path for each field, below its values, and nothing else', () => {
    const root = rendered('form');
    expect(formInputs(root).map(({ path }) => formatPointer(path))).toEqual(
      ['ship', 'draught', 'pier', 'from', 'papers', 'mail', 'code', 'notes', 'tug'].map((name) => `/values/${name}`),
    );
    expect(root.declaration?.props.values?.writable).toBe(true);
    expect(formInputs(rendered('card', {}, 'other'))).toEqual([]);
  });

  test('[AG8] has the inputs of its data as they are now', () => {
    const root = rendered('form', { fields: [{ name: 'a' }] });
    send({ op: 'append', surface: 's', path: '/data/fields', value: [{ name: 'b/c' }] });
    expect(formInputs(root).map(({ path }) => formatPointer(path))).toEqual(['/values/a', '/values/b~1c']);
  });

  test('[AG22] is kept from being submitted by a field that is not filled in rightly, by its name', () => {
    const root = rendered('form');
    const problems = (values: Json): Json => {
      send({ op: 'set', surface: 's', path: '/values', value: values });
      return [...validateForm(root, root.scope)].map(({ at, message }) => [...at, message]);
    };
    expect(problems({ draught: 13, tug: true })).toEqual([
      ['values', 'ship', 'The field "ship" is not filled in rightly. Please fill this in.'],
      ['values', 'draught', 'The field "draught" is not filled in rightly. It must be 12 or less.'],
    ]);
    expect(problems({ ship: 'Ida' })).toEqual([]);
  });

  test('[AG8] that stands elsewhere writes where it is bound to', () => {
    const form = { ...literal('form', { fields: [{ name: 'a' }] }) };
    const props = { ...form.props, values: { path: '/trip/form' } };
    send({ op: 'open', surface: 's', catalog: agentchains.id, components: [{ ...form, props }] });
    const surface = fold.surfaces.get('s');
    const root = surface === undefined ? undefined : new Tree(surface, fold).root;
    expect(root && formInputs(root).map(({ path }) => formatPointer(path))).toEqual(['/trip/form/a']);
  });

  test('[AG9] begins with its initial values and submits them with what was entered', () => {
    const root = rendered('form');
    expect(root.get('values')).toEqual({ draught: 3, tug: true });
    send({ op: 'set', surface: 's', path: '/values/ship', value: 'Ida' });
    expect(root.invoke('submit')).toEqual({
      kind: 'event',
      name: 'submit',
      context: { values: { draught: 3, tug: true, ship: 'Ida' } },
      issues: [],
    });
  });
});

describe('an action of a card', () => {
  test('[AG10] sends the event of the card with what that action says, and where it stands', () => {
    const pressed = pressCardAction(rendered('card'), 1);
    expect(pressed).toEqual({
      scope: '/data/actions/1',
      dispatched: {
        kind: 'event',
        name: 'action',
        context: { action: 'call_pilot', label: 'Call the pilot', url: null },
        issues: [],
      },
    });
  });

  test('[AG10] that is not there cannot be pressed', () => {
    const root = rendered('card');
    for (const index of [2, -1, 0.5, Number.NaN]) expect(pressCardAction(root, index)).toBeUndefined();
    expect(pressCardAction(rendered('table', {}, 'other'), 0)).toBeUndefined();
  });

  test('[AG10] cannot be pressed where the data stand in the component', () => {
    send({ op: 'open', surface: 's', catalog: agentchains.id, components: [literal('card', SAMPLES.card)] });
    const surface = fold.surfaces.get('s');
    const root = surface === undefined ? undefined : new Tree(surface, fold).root;
    expect(root && pressCardAction(root, 1)).toBeUndefined();
  });
});

test('[AG11] place and end belong to the surface', () => {
  const place = { position: 'sidebar', priority: 'high' };
  const until = '2026-11-15T10:00:00Z';
  expect(openAgentchains('s', 'alert', {}, { place, until })).toEqual({
    op: 'open',
    surface: 's',
    catalog: agentchains.id,
    place,
    until,
    components: [{ id: 'root', type: 'alert', props: { data: { path: '/data' } } }],
    data: { data: {} },
  });
});

test('[AG12] every address that a page would fetch is marked', () => {
  const marked = Object.entries<Prop>(agentchainsData).flatMap(([type, data]) =>
    Object.entries(data.kind === 'object' ? data.props : {}).flatMap(([name, { media }]) =>
      media ? [`${type}.${name}`] : [],
    ),
  );
  expect(marked).toEqual(['card.image', 'image.url']);
});

test('[AG1] the types of the properties follow from the declaration', () => {
  const chart: ComponentProps<typeof agentchains, 'chart'> = { data: { series: [{ data: [1, null] }] } };
  const bound: ComponentProps<typeof agentchains, 'chart'> = { data: { path: '/data' } };
  // @ts-expect-error A chart is of one of three types.
  const wrong: ComponentProps<typeof agentchains, 'chart'> = { data: { chart_type: 'donut', series: [] } };
  expect([chart, bound, wrong]).toHaveLength(3);
});
