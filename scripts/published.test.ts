import { describe, expect, it } from 'vitest';
import { manifestFindings, readmeFindings, sharedFields, tarballFindings, withShared } from './published.mjs';

const root = {
  homepage: 'https://example.com/x#readme',
  bugs: 'https://example.com/x/issues',
  repository: { type: 'git', url: 'git+https://example.com/x.git' },
  license: 'Apache-2.0',
  engines: { node: '>=20' },
};
const shared = sharedFields(root, 'packages/one');
const own = { name: '@vitrine/one', description: 'One.', keywords: ['a', 'b', 'c'], sideEffects: false };
const files = (more: Record<string, string>) =>
  new Map(Object.entries({ 'package.json': '{}', 'README.md': '', LICENSE: '', ...more }));

describe('a package that is published', () => {
  it('has the fields of all packages, which --write brings', () => {
    expect(manifestFindings(own, shared, new Set())).toHaveLength(Object.keys(shared).length);
    const written = withShared(own, shared);
    expect(manifestFindings(written, shared, new Set())).toEqual([]);
    expect(written).toMatchObject({ homepage: 'https://example.com/x/tree/main/packages/one#readme' });
  });

  it('depends on no package that is not published', () => {
    const manifest = { ...withShared(own, shared), dependencies: { '@vitrine/two': '1', other: '1' } };
    expect(manifestFindings(manifest, shared, new Set(['@vitrine/two']))).toEqual([]);
    expect(manifestFindings(manifest, shared, new Set())).toEqual([
      'package.json depends on @vitrine/two, which is not published',
    ]);
  });

  it('has a README with its name, its description, an example and links that lead somewhere', () => {
    const readme = '# @vitrine/one\n\nOne.\n\n```ts\n1;\n```\n';
    expect(readmeFindings(own, readme)).toEqual([]);
    expect(readmeFindings(own, `${readme}[x](docs/x.md)`)).toEqual([
      'README.md links to docs/x.md, which a page of the registry has not',
    ]);
    expect(readmeFindings(own, '# one\n')).toHaveLength(2);
  });

  it('holds no build info and no test, and source maps whose sources are there', () => {
    const code = '1;\n//# sourceMappingURL=a.js.map\n';
    const map = JSON.stringify({ sources: ['../src/a.ts'] });
    expect(tarballFindings(files({ 'dist/a.js': code, 'dist/a.js.map': map, 'src/a.ts': '' }))).toEqual([]);
    expect(tarballFindings(files({ 'dist/a.js': code, 'dist/a.js.map': map }))).toEqual([
      'dist/a.js: its source map names ../src/a.ts, which is missing',
    ]);
    const held = JSON.stringify({ sources: ['../src/a.ts'], sourcesContent: ['1;'] });
    expect(tarballFindings(files({ 'dist/a.js': code, 'dist/a.js.map': held }))).toEqual([]);
    expect(tarballFindings(files({ 'dist/a.js': code }))).toHaveLength(1);
    expect(tarballFindings(files({ 'dist/.tsbuildinfo': '', 'src/a.test.ts': '' }))).toHaveLength(2);
    expect(tarballFindings(new Map())).toEqual([
      'package.json is missing',
      'README.md is missing',
      'LICENSE is missing',
    ]);
  });
});
