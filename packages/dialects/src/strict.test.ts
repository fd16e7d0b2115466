import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { type Issue, isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { describe, expect, test } from 'vitest';
import { createFold } from '../test/fixtures.ts';
import { drawPool } from '../test/mutation/run.ts';
import type { Stream } from '../test/mutation/stream.ts';
import { stream09, stream10 } from '../test/mutation/valid-flat.ts';
import { stream08 } from '../test/mutation/valid-typed.ts';
import { createSchemaCheck, type Version } from '../test/published.ts';
import { change, Random } from '../test/strict/changes.ts';
import { type Difference, EXPLANATIONS, type Explanation, type StrictVersion } from '../test/strict/explained.ts';
import { SchemaSampler } from '../test/strict/sample-schema.ts';
import { a2ui08 } from './a2ui-0.8/codec.ts';
import { a2ui09 } from './a2ui-0.9/codec.ts';
import { a2ui10 } from './a2ui-1.0/codec.ts';
import { Intake } from './intake.ts';

const SEED = Number(process.env.VITRINE_SEED);
/** A third in `npm test`, ten times as many in `npm run test:deep`. */
const MESSAGES = Math.ceil(9000 * Number(process.env.VITRINE_PROPERTY_FACTOR ?? 1 / 3));

interface Compared {
  readonly stream: Stream;
  readonly published: Version;
  readonly isPublished: (message: Json) => boolean;
}

function compared(stream: Stream, published: Version, file: string): Compared {
  const check = createSchemaCheck(published, file);
  return { stream, published, isPublished: (message) => check(message).length === 0 };
}

const VERSIONS: { readonly [version in StrictVersion]: Compared } = {
  '0.8': compared(stream08(a2ui08), 'v0_8', 'server_to_client_with_standard_catalog.json'),
  '0.9': compared(stream09(a2ui09), 'v0_9', 'server_to_client.json'),
  '1.0': compared(stream10(a2ui10), 'v1_0', 'agent_to_renderer.json'),
};

/** The errors of strict reading, where the surface `s` stands. */
function strictErrors({ stream }: Compared, message: Json): readonly Issue[] {
  const intake = new Intake(createFold({ strict: true }), { dialects: [stream.dialect], from: 'agent' });
  for (const before of stream.prologue) intake.message(before);
  return intake.message(message).issues.filter(({ severity }) => severity === 'error');
}

function differenceOf(version: StrictVersion, message: Json): Difference | undefined {
  const errors = strictErrors(VERSIONS[version], message);
  return (errors.length === 0) === VERSIONS[version].isPublished(message) ? undefined : { version, message, errors };
}

/** Of several errors each has its own; where one has none, nothing explains the difference. */
function explanationsOf(difference: Difference): readonly Explanation[] {
  const { errors } = difference;
  const apart = errors.length < 2 ? [difference] : errors.map((error) => ({ ...difference, errors: [error] }));
  const found = apart.map((one) => EXPLANATIONS.filter((explanation) => explanation.explains(one)));
  return found.every((each) => each.length > 0) ? found.flat() : [];
}

/** As the published schemas spell it: they lag behind the drafts in which bindings are marked. */
function unmarked(value: Json): Json {
  if (isArray(value)) return value.map(unmarked);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key.replace(/^@(?=path$|call$)/, ''), unmarked(part)]),
  );
}

describe.each(['0.8', '0.9', '1.0'] as const)('strict reading of %s', (version) => {
  test(`[DC17] takes and refuses what the published schema does, of ${MESSAGES} messages (VITRINE_SEED=${SEED})`, () => {
    const pool = drawPool(VERSIONS[version].stream, SEED)
      .filter(({ from }) => from === 'agent')
      .map(({ wire }) => unmarked(wire));
    const random = new Random(SEED);
    const sampler = new SchemaSampler(VERSIONS[version].published, random);
    const unexplained: string[] = [];
    let taken = 0;
    for (let i = 0; i < MESSAGES; i++) {
      let message = i % 2 === 0 ? sampler.message() : random.pick(pool);
      for (let changes = random.pick([0, 0, 1, 1, 1, 2]); changes > 0; changes--)
        message = change(message, random, sampler);
      const difference = differenceOf(version, message);
      if (difference === undefined) taken += VERSIONS[version].isPublished(message) ? 1 : 0;
      else if (explanationsOf(difference).length === 0) {
        const said = difference.errors.map(({ at, message: words }) => `${at} ${words}`).join(' ');
        unexplained.push(`${said || 'accepted'}: ${JSON.stringify(message)}`);
      }
    }
    expect(unexplained.sort((a, b) => a.length - b.length).slice(0, 5)).toEqual([]);
    expect(taken / MESSAGES).toBeGreaterThan(0.2);
    expect(taken / MESSAGES).toBeLessThan(0.8);
  });
});

const text09 = (call: JsonObject): Json => put09({ id: 'g', component: 'Text', text: call });
const put09 = (component: JsonObject): Json => ({
  version: 'v0.9',
  updateComponents: { surfaceId: 's', components: [component] },
});
const put10 = (component: JsonObject): Json => ({
  version: 'v1.0',
  updateComponents: { surfaceId: 's', components: [component] },
});
const text10 = (call: JsonObject): Json => put10({ id: 'g', component: 'Text', text: call });
const check09 = (check: JsonObject): Json =>
  put09({ id: 'g', component: 'CheckBox', label: 'x', value: true, checks: [check] });
const check10 = (check: JsonObject): Json =>
  put10({ id: 'g', component: 'CheckBox', label: 'x', value: true, checks: [check] });
const call10 = (callFunction: JsonObject): Json => ({
  version: 'v1.0',
  callRendererFunction: { functionCallId: 'c', callFunction: { catalogId: basic10.id, ...callFunction } },
});
const put08 = (component: JsonObject): Json => ({
  surfaceUpdate: { surfaceId: 's', components: [{ id: 'g', component }] },
});
const RETURN_TYPES = ['string', 'number', 'boolean', 'array', 'object', 'any', 'void', 7, null] as const;
const format = (returnType: Json): JsonObject => ({ call: 'formatNumber', args: { value: 1 }, returnType });
const filled = { call: 'required', args: { value: 'x' } };

const FORBIDDEN: readonly (readonly [StrictVersion, string, Json])[] = [
  ...RETURN_TYPES.filter((type) => type !== 'string').map(
    (type) => ['0.9', `a text that returns ${type}`, text09(format(type))] as const,
  ),
  ...RETURN_TYPES.filter((type) => type !== 'boolean').map(
    (type) =>
      [
        '0.9',
        `a check that returns ${type}`,
        check09({ condition: { ...filled, returnType: type }, message: 'm' }),
      ] as const,
  ),
  ['0.9', 'a call in the place of another type', text09({ ...filled, returnType: 'boolean' })],
  [
    '0.9',
    'a nested call that says what it does not return',
    text09({ call: 'formatString', args: { value: format('number') } }),
  ],
  ['1.0', 'a call that says what it returns', text10(format('string'))],
  ['0.9', 'a check without a message', check09({ condition: filled })],
  ['0.9', 'a flat check', check09({ ...filled, message: 'm' })],
  ['1.0', 'a flat check', check10({ ...filled, message: 'm' })],
  ['1.0', 'a literal condition', check10({ condition: true })],
  ['0.9', '@index', text09({ call: '@index' })],
  ['1.0', '@index with a text as its offset', text10({ call: '@index', args: { offset: '1' } })],
  ['1.0', '@index with null as its offset', text10({ call: '@index', args: { offset: null } })],
  ['1.0', '@index with another argument', text10({ call: '@index', args: { by: 1 } })],
  ['1.0', '@index with a catalog', text10({ call: '@index', catalogId: basic10.id })],
  ['1.0', '@index with a type', text10({ call: '@index', returnType: 'number' })],
  ['1.0', 'a call of the agent without arguments', call10({ call: 'openUrl' })],
  ['1.0', 'a call of the agent with a wrong argument', call10({ call: 'openUrl', args: { url: 7 } })],
  [
    '1.0',
    'a call of the agent with a foreign argument',
    call10({ call: 'openUrl', args: { url: 'https://a.example/', x: 1 } }),
  ],
  ['1.0', 'a call of the agent to nothing', call10({ call: 'nope', args: {} })],
  ['0.9', 'no components', { version: 'v0.9', updateComponents: { surfaceId: 's', components: [] } }],
  [
    '0.9',
    'an object in a context',
    put09({ id: 'g', component: 'Button', child: 'e', action: { event: { name: 'go', context: { a: { b: 1 } } } } }),
  ],
  [
    '1.0',
    'null in a context',
    put10({ id: 'g', component: 'Button', child: 'e', action: { event: { name: 'go', context: { a: null } } } }),
  ],
  [
    '0.9',
    'the text of an event for people, which 1.0 has under another name',
    put09({ id: 'g', component: 'Button', child: 'e', action: { event: { name: 'go', message: 'Go' } } }),
  ],
  [
    '1.0',
    'the text of an event for people as it is kept',
    put10({ id: 'g', component: 'Button', child: 'e', action: { event: { name: 'go', message: 'Go' } } }),
  ],
  ['0.9', 'an action without its wrapper', put09({ id: 'g', component: 'Button', child: 'e', action: { name: 'go' } })],
  [
    '0.8',
    'a list of other things than texts beside a path',
    put08({ MultipleChoice: { selections: { literalArray: [1], path: '/x' }, options: [] } }),
  ],
  [
    '0.8',
    'another word than its options beside a path',
    put08({ Icon: { name: { path: '/x', literalString: '12:00' } } }),
  ],
  ['0.8', 'children in the wrapper of texts', put08({ Column: { children: { literalArray: ['e'] } } })],
  ['0.8', 'a template of 0.9', put08({ Column: { children: { componentId: 'e', path: '/items' } } })],
  [
    '0.8',
    'two literals and more in a context',
    put08({
      Button: {
        child: 'e',
        action: { name: 'go', context: [{ key: 'k', value: { literalString: 'x', literalNumber: 1, more: 1 } }] },
      },
    }),
  ],
  [
    '0.8',
    'a wrapped id',
    {
      surfaceUpdate: {
        surfaceId: 's',
        components: [{ id: 'g', component: { Card: { child: { literalString: 'e' } } } }],
      },
    },
  ],
];

test.each(FORBIDDEN)(
  '[DC17] strict reading of %s refuses %s, as the schema does, and tolerant reading tells',
  (version, _what, message) => {
    expect(strictErrors(VERSIONS[version], message)).not.toEqual([]);
    expect(VERSIONS[version].isPublished(message)).toBe(false);
    const { stream } = VERSIONS[version];
    const intake = new Intake(createFold(), { dialects: [stream.dialect], from: 'agent' });
    for (const before of stream.prologue) intake.message(before);
    const { ok, issues } = intake.message(message);
    const isUnknownCall = isObject(message) && message.callRendererFunction !== undefined && issues.length === 0;
    expect([ok, issues.length > 0 || isUnknownCall]).toEqual([true, true]);
  },
);

test.each([
  ['0.9', check09({ ...filled, message: 'm' })],
  ['1.0', check10({ ...filled, message: 'm' })],
  ['1.0', check10({ '@call': 'required', args: { value: { '@path': '/nowhere' } }, message: 'm' })],
  ['0.9', check09({ path: '/flag', message: 'm' })],
  ['1.0', check10({ path: '/flag', message: 'm' })],
  ['1.0', check10({ '@path': '/flag', message: 'm' })],
] as const)('[DC18] a flat check of %s is its call or path and its message, with a warning: %j', (version, message) => {
  const fold = createFold();
  const { stream } = VERSIONS[version];
  const intake = new Intake(fold, { dialects: [stream.dialect], from: 'agent' });
  for (const before of stream.prologue) intake.message(before);
  const { ok, issues } = intake.message(message);
  expect([ok, issues.map(({ code, severity, at }) => [code, severity, at])]).toEqual([
    true,
    [['VITRINE_PROP_TYPE', 'warning', '/updateComponents/components/0/checks/0']],
  ]);
  const condition = JSON.stringify(message).includes('/flag') ? { path: '/flag' } : { call: 'required' };
  expect(fold.surfaces.get('s')?.component('g')?.props.checks).toMatchObject([{ ...condition, message: 'm' }]);
});

describe('what differs from the published schemas', () => {
  test.each(EXPLANATIONS)('[DC17] $name still does, for its reason', (explanation) => {
    const difference = differenceOf(explanation.version, explanation.witness);
    expect(difference, 'strict reading and the schema agree now: take the entry out').toBeDefined();
    expect(difference === undefined ? [] : explanationsOf(difference).map(({ name }) => name)).toContain(
      explanation.name,
    );
    expect(explanation.reason.length).toBeGreaterThan(40);
  });

  test('[DC17] is named once', () => {
    expect(new Set(EXPLANATIONS.map(({ name }) => name)).size).toBe(EXPLANATIONS.length);
  });
});
