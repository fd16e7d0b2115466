// A catalog in few words, for a model: one line a component, function and property. What a type may be is the
// declaration's word; meanings are optional prose, left out first when room is short.

import {
  type Catalog,
  type CatalogDescriptions,
  type EntityDescription,
  type Json,
  own,
  type Prop,
  type Props,
} from '@vitrine/core/internal';

/** How much of the prose: of everything, of components and functions, none. */
export type Detail = 'all' | 'summaries' | 'none';

export interface Prose {
  readonly descriptions: CatalogDescriptions | undefined;
  readonly detail: Detail;
}

export function writeReference(catalog: Catalog, { descriptions, detail }: Prose): string {
  const prose = detail === 'none' ? undefined : descriptions;
  const components = [...catalog.components].map(([name, { props }]) =>
    entity(name, own(prose?.components ?? {}, name), props, detail),
  );
  const functions = [...catalog.functions]
    .filter(([, { callers }]) => callers !== 'agent')
    .map(([name, { args, returns, needsOneOf }]) => {
      const needs = needsOneOf === undefined ? '' : `, needs ${needsOneOf.join(' or ')}`;
      return entity(`${name} → ${returns}${needs}`, own(prose?.functions ?? {}, name), args, detail);
    });
  return ['## Components\n', ...components, ...(functions.length === 0 ? [] : ['\n## Functions\n', ...functions])].join(
    '\n',
  );
}

function entity(head: string, texts: EntityDescription | undefined, props: Props, detail: Detail): string {
  const title = texts?.summary ? `- ${head}: ${texts.summary}` : `- ${head}`;
  return [title, ...propLines('', props, detail === 'all' ? texts?.props : undefined)].join('\n');
}

function propLines(
  prefix: string,
  props: Props,
  texts: { readonly [path: string]: string } | undefined,
): readonly string[] {
  return Object.entries(props).flatMap(([name, prop]) => {
    const path = prefix + name;
    const description = own(texts ?? {}, path);
    const meaning = description ? ` — ${description}` : '';
    const fallback = prop.default === undefined ? '' : ` = ${JSON.stringify(prop.default)}`;
    const line = `  - ${path}${prop.required ? '!' : ''}: ${typeText(prop)}${fallback}${meaning}`;
    return [line, ...nested(prop).flatMap((inner) => propLines(`${path}.`, inner, texts))];
  });
}

function nested(prop: Prop): readonly Props[] {
  if (prop.kind === 'object') return [prop.props];
  if (prop.kind === 'list' || prop.kind === 'map') return nested(prop.item);
  return prop.kind === 'any-of' ? prop.of.flatMap(nested) : [];
}

/** A star: a path or a call may stand there too. */
function typeText(prop: Prop): string {
  const star = 'dynamic' in prop && prop.dynamic ? (prop.calls === false ? '* (no call)' : '*') : '';
  return literalText(prop) + star;
}

function literalText(prop: Prop): string {
  switch (prop.kind) {
    case 'text':
      return FORMATS[prop.format ?? ''] ?? (prop.pattern === undefined ? 'text' : `text like ${prop.pattern}`);
    case 'number':
      return numberText(prop);
    case 'bool':
      return 'true|false';
    case 'text-list':
      return 'list of texts';
    case 'value':
      return 'value*';
    case 'any':
      return 'any JSON*';
    case 'one-of':
      return prop.options.map((option: Json) => JSON.stringify(option)).join('|');
    case 'child':
      return 'id';
    case 'children':
      return prop.templates === false ? 'list of ids' : 'list of ids, or template';
    case 'action':
      return 'action';
    case 'checks':
      return 'list of checks';
    case 'list':
      return `list of ${typeText(prop.item)}${prop.min === undefined ? '' : `, at least ${prop.min}`}`;
    case 'object':
      return `{${Object.keys(prop.props).join(', ')}}`;
    case 'map':
      return `object of ${typeText(prop.item)}`;
    case 'any-of':
      return prop.of.map(typeText).join(' or ');
  }
}

const FORMATS: { readonly [format: string]: string } = {
  url: 'URL',
  date: 'date, time or both in ISO 8601',
  'svg-path': 'path data of SVG',
  template: 'text with ${…}',
  pattern: 'regular expression',
};

function numberText({ integer, min, max }: Prop & { readonly kind: 'number' }): string {
  const least = min === undefined ? '' : ` ≥ ${min}`;
  const most = max === undefined ? '' : ` ≤ ${max}`;
  return `${integer ? 'whole number' : 'number'}${least}${most}`;
}
