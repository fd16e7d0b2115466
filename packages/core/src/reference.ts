// A catalog as a Markdown reference: its components and functions, with the type, default and meaning of every
// property. Everything but the prose comes from the declaration.

import type { Catalog, ComponentDeclaration, FunctionDeclaration, Prop, Props } from './catalog.ts';
import { type CatalogDescriptions, type Describe, describeCatalog, describeFrom } from './descriptions.ts';
import { type Json, own } from './json.ts';

/** So many options of a set stand in the cell of its type. */
const CELL_OPTIONS = 12;

/** `descriptions`: absent, what stands beside the declarations. */
export function catalogReference(catalog: Catalog, descriptions = describeCatalog(catalog)): string {
  const names = [catalog.id, ...catalog.aliases].map((id) => `- \`${id}\``);
  const sections = [
    `# ${descriptions.title ?? catalog.id}`,
    ...(descriptions.summary ? [descriptions.summary] : []),
    `Identifiers:\n\n${names.join('\n')}`,
    'A type marked *bindable* may also be given as a path into the data or, where the catalog has functions, as a call.',
    '## Components',
    ...[...catalog.components].map(([name, declaration]) => componentSection(name, declaration, descriptions)),
    ...(catalog.functions.size > 0 ? ['## Functions'] : []),
    ...[...catalog.functions].map(([name, declaration]) => functionSection(name, declaration, descriptions)),
    ...themeSection(catalog, descriptions),
  ];
  return `${sections.join('\n\n')}\n`;
}

function componentSection(name: string, declaration: ComponentDeclaration, descriptions: CatalogDescriptions): string {
  const texts = own(descriptions.components ?? {}, name);
  const { allowedParents, allowedChildren, secretWhen } = declaration;
  const remarks = [
    ...(declaration.open ? ['Other properties are kept.'] : []),
    ...(allowedParents === undefined ? [] : [`Allowed parents: ${allowedParents.join(', ') || 'none'}.`]),
    ...(allowedChildren === undefined ? [] : [`Allowed children: ${allowedChildren.join(', ') || 'none'}.`]),
    ...(secretWhen === undefined
      ? []
      : [`What is entered is a secret when \`${secretWhen.prop}\` is ${code(secretWhen.is)}.`]),
  ];
  return section(name, texts?.summary, remarks, propsTable('property', declaration.props, describeFrom(texts?.props)));
}

function functionSection(name: string, declaration: FunctionDeclaration, descriptions: CatalogDescriptions): string {
  const texts = own(descriptions.functions ?? {}, name);
  const { needsOneOf, callers = 'renderer', gesture } = declaration;
  const remarks = [
    `Returns: ${declaration.returns}.`,
    ...(needsOneOf === undefined
      ? []
      : [`At least one of ${needsOneOf.map((arg) => `\`${arg}\``).join(', ')} must be given.`]),
    ...(callers === 'renderer'
      ? []
      : [callers === 'agent' ? 'Only the agent calls it.' : 'The agent may call it too.']),
    ...(gesture ? ['It runs only while a person acts.'] : []),
  ];
  return section(name, texts?.summary, remarks, propsTable('argument', declaration.args, describeFrom(texts?.props)));
}

function themeSection(catalog: Catalog, descriptions: CatalogDescriptions): readonly string[] {
  if (catalog.theme?.kind !== 'object') return [];
  return ['## Theme', propsTable('property', catalog.theme.props, describeFrom(descriptions.theme))];
}

function section(name: string, summary: string | undefined, remarks: readonly string[], table: string): string {
  return [`### ${name}`, summary, remarks.join(' '), table]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n');
}

function propsTable(head: string, props: Props, describe: Describe): string {
  const rows = propRows('', props, describe);
  if (rows.length === 0) return '';
  const table = [`| ${head} | type | default | meaning |`, '|---|---|---|---|', ...rows].join('\n');
  return [table, ...longSets('', props)].join('\n\n');
}

/** Sets that are too long for a cell. */
function longSets(prefix: string, props: Props): readonly string[] {
  return Object.entries(props).flatMap(([name, prop]) => {
    const options = optionsOf(prop);
    const path = prefix + name;
    const set = options.length > CELL_OPTIONS ? [`Names for \`${path}\`: ${options.map(code).join(', ')}.`] : [];
    return [...set, ...nestedProps(prop).flatMap((inner) => longSets(`${path}.`, inner))];
  });
}

function optionsOf(prop: Prop): readonly Json[] {
  if (prop.kind === 'any-of') return prop.of.flatMap(optionsOf);
  return prop.kind === 'one-of' ? prop.options : [];
}

/** One row a property, followed by the rows of what it holds. */
function propRows(prefix: string, props: Props, describe: Describe): readonly string[] {
  return Object.entries(props).flatMap(([name, prop]) => {
    const path = prefix + name;
    const marked = `\`${path}\`${prop.required ? ' (required)' : ''}`;
    const cells = [marked, typeName(prop), prop.default === undefined ? '' : code(prop.default), describe(path) ?? ''];
    return [
      `| ${cells.map(cell).join(' | ')} |`,
      ...nestedProps(prop).flatMap((inner) => propRows(`${path}.`, inner, describe)),
    ];
  });
}

function nestedProps(prop: Prop): readonly Props[] {
  switch (prop.kind) {
    case 'object':
      return [prop.props];
    case 'list':
    case 'map':
      return nestedProps(prop.item);
    case 'any-of':
      return prop.of.flatMap(nestedProps);
    default:
      return [];
  }
}

function typeName(prop: Prop): string {
  const bindable =
    'dynamic' in prop && prop.dynamic ? (prop.calls === false ? ' (bindable, path only)' : ' (bindable)') : '';
  return literalName(prop) + bindable;
}

function literalName(prop: Prop): string {
  switch (prop.kind) {
    case 'text':
      return TEXT_NAMES[prop.format ?? ''] ?? (prop.pattern === undefined ? 'text' : `text like ${code(prop.pattern)}`);
    case 'number':
      return numberName(prop);
    case 'bool':
      return 'true or false';
    case 'text-list':
      return 'list of texts';
    case 'value':
      return 'any value (bindable)';
    case 'any':
      return 'anything';
    case 'one-of':
      return prop.options.length > CELL_OPTIONS
        ? `one of ${prop.options.length} names`
        : prop.options.map(code).join(', ');
    case 'child':
      return 'component id';
    case 'children':
      return prop.templates === false ? 'component ids' : 'component ids, or a template';
    case 'action':
      return 'action';
    case 'checks':
      return 'list of checks';
    case 'list':
      return `list of: ${typeName(prop.item)}${prop.min === undefined ? '' : `, at least ${prop.min}`}`;
    case 'object':
      return 'object';
    case 'map':
      return `object of: ${typeName(prop.item)}`;
    case 'any-of':
      return prop.of.map(typeName).join('; or ');
  }
}

const TEXT_NAMES: { readonly [format: string]: string } = {
  url: 'URL',
  date: 'date, time or both',
  'svg-path': 'SVG path data',
  template: 'template',
  pattern: 'regular expression',
};

function numberName(prop: Prop & { readonly kind: 'number' }): string {
  const bounds = [
    ...(prop.min === undefined ? [] : [`at least ${prop.min}`]),
    ...(prop.max === undefined ? [] : [`at most ${prop.max}`]),
  ];
  return [prop.integer ? 'whole number' : 'number', ...bounds].join(', ');
}

function code(value: Json): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** A cell stays one cell whatever a description holds. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
