// Where strict reading and the published schemas of A2UI disagree, and why. Each entry has a message that shows the
// difference; the test fails when it no longer does.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { getAt, type Issue, isArray, isObject, type Json, type JsonObject, parsePointer } from '@vitrine/core/internal';

export type StrictVersion = '0.8' | '0.9' | '1.0';

export interface Difference {
  readonly version: StrictVersion;
  readonly message: Json;
  /** The errors of strict reading; none: it accepts what the schema refuses. */
  readonly errors: readonly Issue[];
}

export interface Explanation {
  readonly name: string;
  readonly reason: string;
  readonly version: StrictVersion;
  readonly witness: Json;
  explains(difference: Difference): boolean;
}

type Refusal = (problem: Issue, difference: Difference) => boolean;

/** A difference in which strict reading alone refuses, and every error is of this kind. */
function stricter(refusal: Refusal): Explanation['explains'] {
  return (difference) =>
    difference.errors.length > 0 && difference.errors.every((problem) => refusal(problem, difference));
}

/** A difference in which strict reading alone accepts a message that holds this. */
function looser(version: StrictVersion, holds: (value: Json, key: string) => boolean): Explanation['explains'] {
  return (difference) =>
    difference.version === version && difference.errors.length === 0 && someValue(difference.message, holds);
}

function someValue(value: Json, holds: (value: Json, key: string) => boolean, key = ''): boolean {
  if (holds(value, key)) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, part]) => someValue(part as Json, holds, name));
}

const coded =
  (...codes: readonly Issue['code'][]): Refusal =>
  ({ code }) =>
    codes.includes(code);

const worded =
  (...sentences: readonly string[]): Refusal =>
  ({ message }) =>
    sentences.some((words) => message.includes(words));

const put09 = (...components: readonly JsonObject[]): Json => ({
  version: 'v0.9',
  updateComponents: { surfaceId: 's', components },
});
const put10 = (...components: readonly JsonObject[]): Json => ({
  version: 'v1.0',
  updateComponents: { surfaceId: 's', components },
});
const put08 = (component: JsonObject): Json => ({
  surfaceUpdate: { surfaceId: 's', components: [{ id: 'g', component }] },
});
const data08 = (entry: JsonObject, more: JsonObject = {}): Json => ({
  dataModelUpdate: { surfaceId: 's', ...more, contents: [entry] },
});

/** Whether a pointer leads into or to the free argument of `required`, in which the schema lets anything stand. */
function isInFreeArgument({ at }: Issue, { message }: Difference): boolean {
  const steps = parsePointer(at ?? '');
  const above = steps.some((step, i) => step === 'args' && isFree(getAt(message, steps.slice(0, i))));
  // Of several forms none fits, and the issue stands where they are declared.
  return above || someValue(getAt(message, steps) ?? null, isFree);
}

function isFree(call: Json | undefined): boolean {
  return isObject(call) && (call.call === 'required' || call['@call'] === 'required');
}

/** Whether a pointer leads through a literal list or object of an argument or a context: the schema lets anything stand in it. */
function isInLiteral({ at }: Issue, { message }: Difference): boolean {
  const steps = parsePointer(at ?? '');
  const begin = steps.findIndex((step) => step === 'args' || step === 'context');
  return (
    begin >= 0 && steps.some((_, i) => i > begin && i < steps.length - 1 && isLiteral(message, steps.slice(0, i + 1)))
  );
}

function isLiteral(message: Json, steps: readonly string[]): boolean {
  const value = getAt(message, steps);
  const [above, name] = steps.slice(-2);
  if (isArray(value)) return !isJoining(getAt(message, steps.slice(0, -2)));
  // The names in a context are the agent's own, whatever they are.
  const isArguments = name === 'args' && above !== 'context' && isBound(getAt(message, steps.slice(0, -1)));
  return isObject(value) && !isArguments && !isBound(value);
}

/** A call whose argument is declared as a list of truths. */
function isJoining(call: Json | undefined): boolean {
  return isObject(call) && ['and', 'or'].includes(String(call.call ?? call['@call']));
}

function isBound(value: Json | undefined): boolean {
  return isObject(value) && ['call', 'path', '@call', '@path'].some((name) => value[name] !== undefined);
}

export const EXPLANATIONS: readonly Explanation[] = [
  {
    name: 'call-in-a-literal',
    reason:
      'A call inside a literal list or object of an argument or a context is carried out here, so it is judged; the schema lets anything stand there.',
    version: '0.9',
    witness: put09({
      ...{ id: 'g', component: 'Button', child: 'e' },
      action: { event: { name: 'go', context: { c: [{ label: { call: 'g', args: {}, returnType: 'string' } }] } } },
    }),
    explains: stricter(isInLiteral),
  },
  {
    name: 'surface-unknown',
    reason: 'A schema sees one message; that the surface was never opened is known to who has seen the others.',
    version: '0.9',
    witness: { version: 'v0.9', updateDataModel: { surfaceId: 'nowhere', value: 1 } },
    explains: stricter(coded('VITRINE_SURFACE_UNKNOWN')),
  },
  {
    name: 'surface-exists',
    reason: 'Opening a surface twice is an error by the prose of the protocol; a schema cannot see it.',
    version: '0.9',
    witness: { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: basic09.id } },
    explains: stricter(coded('VITRINE_SURFACE_EXISTS')),
  },
  {
    name: 'catalog-unknown',
    reason: 'Any text is a catalog id to the schema; strict reading knows the catalogs that there are.',
    version: '1.0',
    witness: { version: 'v1.0', createSurface: { surfaceId: 't', catalogId: 'of-nobody' } },
    explains: stricter(
      (problem, difference) =>
        coded('VITRINE_CATALOG_UNKNOWN', 'VITRINE_CATALOG_MISSING', 'VITRINE_CATALOG_PROTOCOL')(problem, difference) ||
        // Of several forms none fits, and the issue stands where they are declared.
        (worded('one of the declared forms')(problem, difference) &&
          someValue(getAt(difference.message, parsePointer(problem.at ?? '')) ?? null, isOfCatalog)),
    ),
  },
  {
    name: 'data-in-the-way',
    reason: 'A list has no members by name, and a text has none; a schema does not know what stands in the data.',
    version: '0.8',
    witness: data08({ key: 'stars', valueNumber: 3.5 }, { path: '/items/second' }),
    explains: stricter(coded('VITRINE_POINTER_INDEX', 'VITRINE_POINTER_BLOCKED')),
  },
  {
    name: 'cycle',
    reason: 'Components that contain themselves cannot be drawn; a schema does not follow references.',
    version: '0.9',
    witness: put09({ id: 'g', component: 'Card', child: 'g' }),
    explains: stricter(coded('VITRINE_TREE_CYCLE')),
  },
  {
    name: 'duplicate-id',
    reason: 'Two components of one id in a message: the prose has one, the schema does not compare items.',
    version: '0.9',
    witness: put09({ id: 'g', component: 'Divider' }, { id: 'g', component: 'Divider' }),
    explains: stricter(coded('VITRINE_COMPONENT_DUPLICATE')),
  },
  {
    name: 'empty-id',
    reason: 'An empty text is a text to the schema, but nothing can be called so or be referred to by it.',
    version: '1.0',
    witness: put10({ id: '', component: 'Divider' }),
    explains: stricter(
      (problem, difference) =>
        worded('An id may not be empty', 'an id that is not empty')(problem, difference) ||
        problem.code === 'VITRINE_TREE_DANGLING',
    ),
  },
  {
    name: 'free-argument',
    reason: 'The argument of required is free to the schema; a call in it runs, so it is judged like every other.',
    version: '0.9',
    witness: put09({
      id: 'g',
      component: 'CheckBox',
      label: 'x',
      value: { call: 'required', args: { value: { call: 'nope' } } },
    }),
    explains: stricter(isInFreeArgument),
  },
  {
    name: 'open-accessibility',
    reason: 'Labels for people may have members of any name in 0.9; a call in one is judged like every other.',
    version: '0.9',
    witness: put09({ id: 'g', component: 'Divider', accessibility: { hint: { call: 'nope' } } }),
    explains: stricter(({ at }, { version }) => version === '0.9' && isOpenMember(parsePointer(at ?? ''))),
  },
  {
    name: 'program-syntax',
    reason: 'A template or a pattern is a text to the schema; strict reading reads it as the program that it is.',
    version: '0.9',
    witness: put09({ id: 'g', component: 'Text', text: { call: 'formatString', args: { value: '${upper(' } } }),
    explains: stricter(coded('VITRINE_EXPRESSION_SYNTAX', 'VITRINE_EXPRESSION_DEPTH', 'VITRINE_PATTERN_SYNTAX')),
  },
  {
    name: 'agent-call-binding',
    reason: 'A function that an agent calls belongs to no surface: nothing could give its arguments a value.',
    version: '1.0',
    witness: {
      version: 'v1.0',
      callRendererFunction: {
        functionCallId: 'c1',
        callFunction: { call: 'openUrl', catalogId: basic10.id, args: { url: { path: '/n' } } },
      },
    },
    explains: stricter(worded('its arguments must be literals')),
  },
  {
    name: 'binding-in-a-list',
    reason: 'A list in the place of a value holds anything to the schema; a binding in one is read, so it must be one.',
    version: '1.0',
    witness: put10({
      id: 'g',
      component: 'Text',
      text: { call: 'formatDate', args: { value: [{ path: '/p', extra: 1 }], format: 'y' } },
    }),
    explains: stricter(
      ({ at = '', message }) =>
        /\/(?:context|args)\/.*\/\d+(?:\/|$)/.test(at) && message.startsWith('A data binding is'),
    ),
  },
  {
    name: 'plain-path-data',
    reason: 'In the later drafts of 1.0 a binding is {"@path"}, and path and call are keys of data like any other.',
    version: '1.0',
    witness: put10({
      id: 'g',
      component: 'Button',
      child: 'e',
      action: { event: { name: 'go', context: { p: { path: 1 } } } },
    }),
    explains: looser('1.0', (value) => isObject(value) && (isData(value.path) || isData(value.call) || isPair(value))),
  },
  {
    name: 'marked-data',
    reason:
      'Entries of our own mark data in a context with {literal}, and 0.9 is read as it is kept; so it has that too.',
    version: '0.9',
    witness: put09({
      id: 'g',
      component: 'Button',
      child: 'e',
      action: { event: { name: 'go', context: { p: { literal: 1 } } } },
    }),
    explains: looser('0.9', (value) => isObject(value) && 'literal' in value),
  },
  {
    name: 'marked-bindings',
    reason: 'The published schemas of 1.0 lag behind its drafts, which write {"@path"} and {"@call"}; both are read.',
    version: '1.0',
    witness: put10({ id: 'g', component: 'Text', text: { '@path': '/name' } }),
    explains: looser('1.0', (_value, key) => key === '@path' || key === '@call'),
  },
  {
    name: 'version-0.9.1',
    reason: '0.9.1 is 0.9 on the wire and says so in its version; the published schemas of 0.9 know v0.9 alone.',
    version: '0.9',
    witness: { version: 'v0.9.1', deleteSurface: { surfaceId: 's' } },
    explains: looser('0.9', (value, key) => key === 'version' && value === 'v0.9.1'),
  },
  {
    name: 'version-0.8',
    reason: 'Messages of 0.8 have no version. One that says v0.8 says nothing wrong, and tells it from every other.',
    version: '0.8',
    witness: { version: 'v0.8', deleteSurface: { surfaceId: 's' } },
    explains: looser('0.8', (value, key) => key === 'version' && value === 'v0.8'),
  },
  {
    name: 'value-array',
    reason: 'The notes of OpenClaw name valueArray among the types of 0.8; the published schema has no lists at all.',
    version: '0.8',
    witness: data08({ key: 'tags', valueArray: [{ valueString: 'x' }] }),
    explains: looser('0.8', (_value, key) => key === 'valueArray'),
  },
  {
    name: 'nested-map',
    reason: 'The schema lets valueMap stand one level deep; the official samples nest it, and all renderers read that.',
    version: '0.8',
    witness: data08({ key: 'm', valueMap: [{ key: 'x', valueMap: [{ key: 'y', valueNumber: 1 }] }] }),
    explains: looser(
      '0.8',
      (value, key) => key === 'valueMap' && someValue(value, (_inner, name) => name === 'valueMap'),
    ),
  },
  {
    name: 'lagging-catalog',
    reason: 'The schema with the standard catalog in it lacks two properties that the catalog of 0.8 has.',
    version: '0.8',
    witness: put08({ MultipleChoice: { selections: { path: '/tags' }, options: [], filterable: true } }),
    explains: looser(
      '0.8',
      (value, key) => key === 'MultipleChoice' && isObject(value) && ('variant' in value || 'filterable' in value),
    ),
  },
  {
    name: 'open-styles',
    reason: 'server_to_client.json lets styles hold anything; only the schema with the standard catalog closes them.',
    version: '0.8',
    witness: { beginRendering: { surfaceId: 's', root: 'root', styles: { density: 'compact' } } },
    explains: looser('0.8', (value, key) => key === 'styles' && isObject(value)),
  },
  {
    name: 'empty-message',
    reason: 'The schema of 0.8 forbids unknown keys only; that a message says exactly one thing is prose.',
    version: '0.8',
    witness: {},
    explains: stricter(coded('VITRINE_MESSAGE_EMPTY', 'VITRINE_MESSAGE_AMBIGUOUS')),
  },
  {
    name: 'no-type',
    reason: 'The schema of 0.8 takes a component of no type and of two; the prose has exactly one.',
    version: '0.8',
    witness: put08({}),
    explains: stricter((problem) => /names (no type|\d+ types)/.test(problem.message)),
  },
  {
    name: 'empty-value',
    reason: 'A bound value or child list of 0.8 without a member is no value; its schema demands none.',
    version: '0.8',
    witness: put08({ Text: { text: {} } }),
    explains: stricter(
      (problem, { message, version }) => version === '0.8' && isEmpty(getAt(message, parsePointer(problem.at ?? ''))),
    ),
  },
  {
    name: 'one-value',
    reason:
      'An entry of 0.8 has exactly one value and a name by its prose; its schema takes none, two and an empty key.',
    version: '0.8',
    witness: data08({ key: 'm' }),
    explains: stricter(
      worded('The entry has no value', 'is not used here', 'An empty key', 'name the path that this value is for'),
    ),
  },
  {
    name: 'two-forms',
    reason:
      'A value of 0.8 has one literal, and a child list is explicit or a template; its schema takes both at once.',
    version: '0.8',
    witness: put08({ Row: { children: { explicitList: [], template: { componentId: 'e', dataBinding: '/items' } } } }),
    explains: stricter((problem) =>
      /beside explicitList|A value has one literal|no part of a template/.test(problem.message),
    ),
  },
  {
    name: 'twice-in-a-list',
    reason:
      'A key that stands in contents or in a context twice: the prose has maps, the schema does not compare items.',
    version: '0.8',
    witness: {
      dataModelUpdate: {
        surfaceId: 's',
        contents: [
          { key: 'a', valueNumber: 1 },
          { key: 'a', valueNumber: 2 },
        ],
      },
    },
    explains: stricter(worded('stands here twice')),
  },
  {
    name: 'dotted-path',
    reason: 'Paths of 0.8 are pointers by its prose; the schema takes any text, and a.b[0] leads nowhere elsewhere.',
    version: '0.8',
    witness: data08({ key: 'k', valueNumber: 1 }, { path: 'a.b' }),
    explains: stricter(coded('VITRINE_POINTER_SYNTAX')),
  },
  {
    name: 'literal-of-the-whole',
    reason: 'A literal beside a path gives it a first value, which a whole item or model cannot be given.',
    version: '0.8',
    witness: put08({ Text: { text: { literalString: 'x', path: '/' } } }),
    explains: stricter(worded('beside the path of a whole item')),
  },
];

/** Neither a binding nor a call: both keys are data. */
function isPair(value: JsonObject): boolean {
  return value.path !== undefined && value.call !== undefined && Object.keys(value).length === 2;
}

function isOfCatalog(value: Json, key: string): boolean {
  return key === 'catalogId' && value !== basic10.id;
}

function isOpenMember(steps: readonly string[]): boolean {
  const name = steps[steps.indexOf('accessibility') + 1];
  return steps.includes('accessibility') && name !== undefined && !['label', 'description'].includes(name);
}

function isData(value: Json | undefined): boolean {
  return value !== undefined && typeof value !== 'string';
}

function isEmpty(value: Json | undefined): boolean {
  return isObject(value) ? Object.keys(value).length === 0 : isArray(value) && value.length === 0;
}
