import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as index from './index.ts';
import * as internal from './internal.ts';

const ROOT = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

it('what the package offers to everybody is chosen, types too', () => {
  const text = read('packages/core/src/index.ts');
  const names = [...text.matchAll(/^export (type )?\{([^}]*)\} from/gm)].flatMap(([, isType = '', list = '']) =>
    list.split(',').flatMap((name) => (name.trim() === '' ? [] : [`${isType}${name.trim()}`])),
  );
  expect(text).not.toContain('export *');
  expect(names.map((name) => name.replace(/^type /, '')).sort()).toEqual([
    'A2uiVersion',
    'Action',
    'Bound',
    'Catalog',
    'CatalogDescriptions',
    'Catalogs',
    'CheckRule',
    'ChildId',
    'Component',
    'ComponentDeclaration',
    'DEFAULT_LIMITS',
    'DEFAULT_URL_POLICY',
    'DefinedCatalog',
    'Dynamic',
    'Entry',
    'Fallback',
    'FallbackContext',
    'Fold',
    'FoldOptions',
    'FunctionDeclaration',
    'Issue',
    'IssueCode',
    'Json',
    'JsonObject',
    'LIMIT_PROFILES',
    'Limits',
    'NewEntry',
    'NodeValue',
    'Op',
    'Outcome',
    'PathBinding',
    'Prop',
    'Replica',
    'ReplicaOptions',
    'Seq',
    'Surface',
    'Template',
    'Time',
    'Tree',
    'TreeNode',
    'Trust',
    'UrlPolicy',
    'Value',
    'View',
    'ViewerEvent',
    'Want',
    'action',
    'any',
    'anyOf',
    'batch',
    'bool',
    'boundList',
    'boundOneOf',
    'checks',
    'child',
    'children',
    'defineCatalog',
    'defineComponent',
    'defineFunction',
    'describeCatalog',
    'drawText',
    'extendCatalog',
    'isPending',
    'list',
    'map',
    'number',
    'object',
    'oneOf',
    'plainBool',
    'plainNumber',
    'plainText',
    'plainTextList',
    'required',
    'text',
    'textList',
    'toBool',
    'toNumber',
    'toText',
    'toTextList',
    'value',
    'watch',
  ]);
  expect(Object.keys(index).sort()).toEqual(names.filter((name) => !name.startsWith('type ')).sort());
});

it('the packages of Vitrine have the same and more from one path', () => {
  expect(internal).toMatchObject({ ...index });
});

it('what people are shown needs nothing internal', () => {
  const pages = readdirSync(new URL('docs/', ROOT)).filter((name) => name.endsWith('.md'));
  const examples = readdirSync(new URL('examples/', ROOT), { recursive: true, encoding: 'utf8' });
  const shown = [
    ...['README.md', 'conformance/face/board-face.ts'],
    ...pages.map((name) => `docs/${name}`),
    ...examples
      .filter((name) => name.endsWith('.mjs') && !name.includes('node_modules'))
      .map((name) => `examples/${name}`),
  ];
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter((path) => read(path).includes('@vitrine/core/internal'))).toEqual([]);
});
