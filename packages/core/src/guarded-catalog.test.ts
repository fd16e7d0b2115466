import { expect, it } from 'vitest';
import { type ComponentDeclaration, defineCatalog, defineComponent, type FallbackContext, text } from './catalog.ts';
import { basic09 } from './catalogs/basic-0.9.ts';
import { guardedCatalog } from './guarded-catalog.ts';

const fail = (): never => {
  throw new Error('broken');
};

function guarded(hooks: Partial<ComponentDeclaration>, catalogHooks = {}) {
  const failures: string[] = [];
  const components = { Own: defineComponent({ label: text() }, hooks) };
  const functions = { own: { args: {}, returns: 'any', run: fail } } as const;
  const catalog = defineCatalog({ id: 'urn:own', components, functions, ...catalogHooks });
  const safe = guardedCatalog(catalog, (where, error) => failures.push(`${where} ${(error as Error).message}`));
  return { safe, own: safe.components.get('Own') as ComponentDeclaration, failures };
}

const node = {} as never;
const component = { id: 'c', type: 'Own', props: {} };
const context = {} as FallbackContext;

it('[OC4] a hook that throws admits nothing and shows nothing, and is told of', () => {
  const { own, safe, failures } = guarded(
    { inputs: fail, actions: fail, validate: fail, fallback: fail },
    { derive: fail, restore: fail },
  );
  expect(own.inputs?.(node)).toEqual([]);
  expect(own.actions?.(node)).toEqual([]);
  expect([...(own.validate?.(node, node) ?? [])]).toEqual([
    { path: [], at: [], message: expect.stringContaining('could not judge') },
  ]);
  expect(own.fallback?.(component, context)).toBeUndefined();
  expect(safe.derive?.(node)).toBeUndefined();
  expect(safe.restore?.(node, node)).toBeUndefined();
  expect(failures).toEqual([
    '/components/Own/inputs broken',
    '/components/Own/actions broken',
    '/components/Own/validate broken',
    '/components/Own/fallback broken',
    '/derive broken',
    '/restore broken',
  ]);
});

it('[OC4] an input that cannot judge takes no value', () => {
  const { own } = guarded({ inputs: () => [{ path: ['x'], secret: false, judge: fail }] });
  const [input] = own.inputs?.(node) ?? [];
  expect([input?.path, input?.judge(3, node)]).toEqual([['x'], expect.stringContaining('could not judge')]);
});

it.each([
  ['nothing in it', {}],
  ['no list', { components: 3, losses: [] }],
  ['a part without an id', { components: [{ type: 'Text', props: {} }], losses: [] }],
  ['the component left out', { components: [{ id: 'x', type: 'Text', props: {} }], losses: [] }],
  ['losses left out', { components: [component] }],
])('[OC4] a fallback with %s is none', (_what, result) => {
  const { own, failures } = guarded({ fallback: () => result as never });
  expect(own.fallback?.(component, context)).toBeUndefined();
  expect(failures).toEqual([
    '/components/Own/fallback It has to give {components: [{id, type, props}], losses: []}, and one of the components the id of the component itself.',
  ]);
});

it('[OC4] a function that throws or gives no outcome is refused by name', () => {
  const { safe } = guarded({});
  expect(safe.functions.get('own')?.run?.({}, node)).toMatchObject({
    ok: false,
    issues: [{ code: 'VITRINE_FUNCTION_FAILED' }],
  });
});

it('[OC4] what does not fail gives what it gave', () => {
  const { own, failures } = guarded({
    fallback: () => ({ components: [component], losses: ['x'] }),
    actions: () => [],
  });
  expect(own.fallback?.(component, context)).toEqual({ components: [component], losses: ['x'] });
  expect(own.validate).toBeUndefined();
  expect(failures).toEqual([]);
  expect(guardedCatalog(basic09, fail).components.size).toBe(basic09.components.size);
});
