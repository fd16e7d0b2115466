// What a model is told of Express: as few rules as the messages it may send need, and the signatures of its catalogs.

import {
  bearsChild,
  type Catalog,
  type CatalogDescriptions,
  DEFAULT_LIMITS,
  isArray,
  isObject,
  type JsonObject,
  messageBounds,
  own,
  type Prop,
  parseJson,
} from '@vitrine/core/internal';
import { TAGS, wrapBlocks } from '../blocks.ts';
import type { MessageKind, SnippetOptions } from '../format.ts';
import { componentSignature, functionSignature, type Signature } from '../signatures.ts';
import { writeSignature } from '../type-words.ts';
import { activeCatalogs } from '../validate.ts';
import { decompileExpress } from './decompile.ts';

const { tag } = TAGS.express;
const ALL: readonly MessageKind[] = [
  'createSurface',
  'updateComponents',
  'updateDataModel',
  'deleteSurface',
  'callRendererFunction',
];

export function writeExpressSnippet(options: SnippetOptions): string {
  const catalogs = activeCatalogs(options.catalogs);
  const examples = (options.examples ?? []).map((messages) => example(messages, catalogs));
  return [
    writeRules(catalogs, new Set(options.messages ?? ALL)),
    ...catalogs.map((catalog) => writeCatalog(catalog, catalogs.length > 1, options.descriptions)),
    ...catalogs.flatMap((catalog) => instructions(catalog, catalogs)),
    ...(examples.length === 0 ? [] : ['## Examples', ...examples]),
  ].join('\n\n');
}

function writeRules(catalogs: readonly Catalog[], allowed: ReadonlySet<MessageKind>): string {
  const hasFunctions = catalogs.some(({ functions }) => functions.size > 0);
  const hasChecks = hasFunctions && catalogs.some((one) => hasProp(one, ({ kind }) => kind === 'checks'));
  const hasActions = catalogs.some((one) => hasProp(one, ({ kind }) => kind === 'action'));
  const isCreating = allowed.has('createSurface');
  const rules = [
    'name = Component(arguments) makes a component; its name is its id. The one called root is the top. Names may be used before they are made.',
    'Arguments go in the order of the signature; _ skips one, and those at the end may be left out. key=value names one.',
    ...(catalogs.some((one) => hasProp(one, bearsChild))
      ? [
          'Where a component is wanted write its name, or the call itself. Several: [a, b]. One for each item of a list: _template($/list, name); in it $field is of the item, $ the item.',
        ]
      : []),
    'Texts stand in "…", with \\" and \\n, or in """…""" over lines; r"…" takes backslashes as they are. Maps are {key: value}.',
    `* marks where $/path of the data may stand instead of a value${hasFunctions ? ', or a function call.' : '.'}`,
    ...(hasActions
      ? [
          'An action is Event("name"), or Event("name", {key: value}) with what you want to know' +
            (hasFunctions ? '; or a function call, which runs at once.' : '.'),
        ]
      : []),
    ...(hasChecks
      ? [
          'A component that is marked ? takes checks: ?function, or ?function(arguments, "message"), as last arguments; the checked value is its own.',
        ]
      : []),
    ...(allowed.has('updateDataModel') || isCreating
      ? ['$/path = value writes data. Inputs write what is entered to the path of their value; give it a first value.']
      : []),
    ...(isCreating || allowed.has('updateComponents') ? [surfaceRule(isCreating)] : []),
    ...(allowed.has('deleteSurface') ? ['deleteSurface("id") takes a surface away.'] : []),
    ...(allowed.has('callRendererFunction') && hasFunctions && catalogs[0]?.protocol === '1.0'
      ? ['A function call on a line of its own runs there.']
      : []),
    ...(catalogs.length > 1 ? [catalogRule(catalogs[0]?.protocol)] : []),
    'weight=number, the share of a row or column, may be given to each component.',
  ];
  return [
    '## How to show an interface',
    `Say what you have to say as plain text. Where an interface serves better, add a block of Express, one statement a line:`,
    `<${tag}>\n…statements…\n</${tag}>`,
    rules.map((rule) => `- ${rule}`).join('\n'),
  ].join('\n\n');
}

function catalogRule(protocol: string | undefined): string {
  const named = 'surface("id", "catalog") says which catalog a new surface is of.';
  if (protocol !== '1.0') return `${named} All its components are from there.`;
  return `${named} Names mean those of that catalog; where another one has the name too and is meant, add catalogId="…" to the call.`;
}

function surfaceRule(isCreating: boolean): string {
  const change = 'To change a surface send only the statements that differ, under the same id.';
  return isCreating
    ? `surface("id") says which surface the statements behind it are for, a new one or one that is shown. ${change}`
    : `surface("id") says which surface the statements behind it are for. ${change}`;
}

function hasProp({ components }: Catalog, isMeant: (prop: Prop) => boolean): boolean {
  return [...components.values()].some(({ props }) => Object.values(props).some(isMeant));
}

function writeCatalog(catalog: Catalog, isSeveral: boolean, descriptions: CatalogDescriptions | undefined): string {
  const heading = isSeveral ? ` of ${catalog.id}` : '';
  const components = [...catalog.components.keys()].flatMap((name) => componentSignature(catalog, name) ?? []);
  const functions = [...catalog.functions]
    .filter(([, { callers }]) => callers !== 'agent')
    .flatMap(([name]) => functionSignature(catalog, name) ?? []);
  return [
    `## Components${heading}\n\n${components.map((one) => line(one, descriptions?.components)).join('\n')}`,
    ...(functions.length === 0
      ? []
      : [`## Functions${heading}\n\n${functions.map((one) => line(one, descriptions?.functions)).join('\n')}`]),
  ].join('\n\n');
}

function line(signature: Signature, texts: CatalogDescriptions['components']): string {
  const { checks } = signature;
  const leftOut = new Set(['weight', ...(checks === undefined ? [] : [checks])]);
  const summary = own(texts ?? {}, signature.name)?.summary;
  const mark = checks === undefined || signature.catalog.functions.size === 0 ? '' : ' ?';
  return `${writeSignature(signature, leftOut)}${mark}${summary ? ` — ${summary}` : ''}`;
}

function example(messages: readonly JsonObject[], catalogs: readonly Catalog[]): string {
  return wrapBlocks([{ raw: decompileExpress(messages, { catalogs }).text }], tag);
}

/** A catalog's own words, its examples of messages written in Express. */
function instructions(catalog: Catalog, catalogs: readonly Catalog[]): readonly string[] {
  if (catalog.instructions === undefined) return [];
  const written = catalog.instructions.replace(/```json\n([\s\S]*?)```/g, (_all, json: string) =>
    rewritten(json, catalogs),
  );
  return [written.trim()];
}

function rewritten(json: string, catalogs: readonly Catalog[]): string {
  const parsed = parseJson(json, messageBounds(DEFAULT_LIMITS));
  if (!parsed.ok) return '';
  const list = isArray(parsed.value) ? parsed.value : [parsed.value];
  return list.every(isObject) ? example(list, catalogs) : '';
}
