// The types of a catalog as TypeScript: what the exports of a module are, or a type for a catalog.json. With them `createUi` and
// `createFunctions` of @vitrine/agent give typed builders.

import type { Catalog, FunctionDeclaration, Prop, Props } from '@vitrine/core/internal';
import { type OurCatalog, ourCatalog } from './our-catalogs.ts';

/** `isModule`: of a module, whose exports these are. */
export function catalogTypes(catalogs: ReadonlyMap<string, Catalog>, isModule: boolean): string {
  const bases = [...catalogs.values()].map(({ base }) => ourCatalog(base));
  const head = [
    `// ${isModule ? 'What the module beside it exports' : 'The type of a catalog'}, written by "vitrine catalog types".`,
    '',
    "import type { Bound, ComponentDeclaration, DefinedCatalog, FunctionDeclaration, Prop } from '@vitrine/core';",
    "import type { Action, ChildId, CheckRule, Dynamic, Json, PathBinding, Template } from '@vitrine/core';",
    ...new Set(bases.flatMap((base) => (base === undefined ? [] : [importLine(base)]))),
    ...(isModule ? ["import type { CatalogWidgets } from '@vitrine/web/authoring';"] : []),
    '',
  ];
  const bodies = [...catalogs].map(([name, catalog], i) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Type`;
    const declared = `export type ${type} = DefinedCatalog<\n${tableOf(catalog, bases[i]?.name)}\n>;\n`;
    return isModule ? `${declared}\nexport declare const ${name}: ${type};\n` : declared;
  });
  const drawing =
    'export declare const widgets: CatalogWidgets | undefined;\nexport declare const styles: string | undefined;\n';
  return `${[...head, ...bodies].join('\n')}${isModule ? `\n${drawing}` : ''}`;
}

function importLine({ name, module }: OurCatalog): string {
  return `import type { ${name} } from '@vitrine/core/catalogs/${module}';`;
}

function tableOf(catalog: Catalog, base: string | undefined): string {
  const added = (all: ReadonlyMap<string, unknown>, name: string) => base === undefined || !all.has(name);
  const { components, functions } = catalog.base ?? { components: new Map(), functions: new Map() };
  const own = [...catalog.components].filter(([name]) => added(components, name));
  const ownFunctions = [...catalog.functions].filter(([name]) => added(functions, name));
  const inherited = base === undefined ? '' : `(typeof ${base})['declared'] & `;
  const calls = base === undefined ? '' : `NonNullable<(typeof ${base})['declaredFunctions']> & `;
  return [
    `  ${inherited}{`,
    ...own.map(([name, { props }]) => `    readonly ${key(name)}: ComponentDeclaration<${propsText(props, '    ')}>;`),
    '  },',
    `  ${calls}{`,
    ...ownFunctions.map(([name, one]) => `    readonly ${key(name)}: ${functionText(one)};`),
    '  }',
  ].join('\n');
}

function functionText({ args }: FunctionDeclaration): string {
  return `FunctionDeclaration<${propsText(args, '    ')}>`;
}

function propsText(props: Props, indent: string): string {
  const lines = Object.entries(props).map(
    ([name, prop]) => `${indent}  ${key(name)}: Prop<${typeText(prop, `${indent}  `)}, ${prop.required}>;\n`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`;
}

function typeText(prop: Prop, indent: string): string {
  const literal = literalText(prop, indent);
  if (prop.kind === 'list') return prop.dynamic === true ? `${literal} | PathBinding` : literal;
  return 'dynamic' in prop && prop.dynamic === true ? `Bound<${literal}>` : literal;
}

function literalText(prop: Prop, indent: string): string {
  switch (prop.kind) {
    case 'text':
      return 'string';
    case 'number':
      return 'number';
    case 'bool':
      return 'boolean';
    case 'text-list':
      return 'readonly string[]';
    case 'value':
      return 'Dynamic';
    case 'any':
      return 'Json';
    case 'one-of':
      return prop.options.map((option) => JSON.stringify(option)).join(' | ');
    case 'child':
      return 'ChildId';
    case 'children':
      return prop.templates === false ? 'readonly ChildId[]' : 'readonly ChildId[] | Template';
    case 'action':
      return 'Action';
    case 'checks':
      return 'readonly CheckRule[]';
    case 'list':
      return `readonly (${typeText(prop.item, indent)})[]`;
    case 'map':
      return `{ readonly [key: string]: ${typeText(prop.item, indent)} }`;
    case 'object':
      return objectText(prop.props, indent);
    case 'any-of':
      return prop.of.map((one) => typeText(one, indent)).join(' | ');
  }
}

function objectText(props: Props, indent: string): string {
  const members = Object.entries(props).map(
    ([name, prop]) => `readonly ${key(name)}${prop.required ? '' : '?'}: ${typeText(prop, indent)}`,
  );
  return `{ ${members.join('; ')} }`;
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
