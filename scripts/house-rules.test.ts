import { describe, expect, it } from 'vitest';
import { houseFindings } from './house-rules.mjs';

const COMMENT = '// What it is for.\n';
const machine = (name: string) => `/${name}/somebody`;

describe('house rules', () => {
  it.each(['work', 'root', 'home', 'Users'])('a path below /%s is reported with its line', (name) => {
    expect(houseFindings('docs/a.md', `one\nsee ${machine(name)}.`)).toEqual([
      'docs/a.md:2 names a path of one machine',
    ]);
  });

  it('an address and a relative path are not paths of a machine', () => {
    const text = `https://example.com${machine('home')} ./packages${machine('work')} ../..${machine('root')} ~${machine('home')}`;
    expect(houseFindings('docs/a.md', text)).toEqual([]);
  });

  it.each(['"resolved": "https://example.com/a.tgz"', '"resolved": "git+ssh://git@example.com/a.git"'])(
    'a lock file with %s is reported',
    (line) => {
      expect(houseFindings('package-lock.json', line)).toEqual(['package-lock.json:1 names a package registry']);
    },
  );

  it('a lock file may link workspaces and name funding pages', () => {
    const text = '"resolved": "packages/core",\n"url": "https://opencollective.com/biome"';
    expect(houseFindings('package-lock.json', text)).toEqual([]);
  });

  it.each(['registry=https://npm.example.com', '@a:registry=https://b', '//npm.example.com/:_authToken=x'])(
    'an .npmrc with %s is reported',
    (line) => {
      expect(houseFindings('.npmrc', line)).toEqual(['.npmrc:1 names a package registry']);
    },
  );

  it.each(['new Function("a")', 'eval(text)', 'return Function(text)'])('%s in shipped code is reported', (line) => {
    expect(houseFindings('packages/core/src/a.ts', COMMENT + line)).toEqual([
      'packages/core/src/a.ts:2 makes code from a string',
    ]);
  });

  it.each([
    'node.innerHTML = text',
    'node["outerHTML"] = text',
    'node.insertAdjacentHTML("x", text)',
    'new DOMParser().parseFromString(text, "text/html")',
    'document.write(text)',
  ])('%s in shipped code is reported', (line) => {
    expect(houseFindings('apps/playground/src/a.ts', COMMENT + line)).toEqual([
      'apps/playground/src/a.ts:2 makes markup from a string',
    ]);
  });

  it.each(['const a = JSON.parse(text);', 'const a = await request.json();', 'const a = await response.json();'])(
    '%s in a package is reported',
    (line) => {
      expect(houseFindings('packages/host/src/a.ts', COMMENT + line)).toEqual([
        'packages/host/src/a.ts:2 parses JSON without parseJson of core, which bounds depth and size',
      ]);
    },
  );

  it('a copy by way of its own text, a test and a file that parses what we wrote are not reported for parsing', () => {
    expect(houseFindings('packages/host/src/a.ts', `${COMMENT}JSON.parse(JSON.stringify(a))`)).toEqual([]);
    expect(houseFindings('packages/host/src/a.test.ts', `${COMMENT}JSON.parse(a)`)).toEqual([]);
    expect(houseFindings('packages/log/src/entry-text.ts', `${COMMENT}JSON.parse(a)`)).toEqual([]);
  });

  it.each(['node.style.cssText = text', 'node.setAttribute("style", text)', "node.setAttribute('onclick', text)"])(
    '%s in shipped code is reported',
    (line) => {
      expect(houseFindings('packages/web/src/a.ts', COMMENT + line)).toEqual([
        'packages/web/src/a.ts:2 writes a style or a handler as a string',
      ]);
    },
  );

  it('functions whose names end alike and tests may stay', () => {
    expect(houseFindings('packages/core/src/a.ts', `${COMMENT}runFunction(x); matcher.eval(x); retrieval(x);`)).toEqual(
      [],
    );
    expect(houseFindings('packages/core/src/a.test.ts', 'eval(text)')).toEqual([]);
  });

  it('code must open with a comment, behind a shebang too; tests and configurations need none', () => {
    const finding = 'does not open with a comment that says what it is for';
    expect(houseFindings('packages/core/src/a.ts', 'export const a = 1;')).toEqual([
      `packages/core/src/a.ts:1 ${finding}`,
    ]);
    expect(houseFindings('packages/cli/bin/a.js', '#!/usr/bin/env node\nimport "a";')).toHaveLength(1);
    expect(houseFindings('packages/cli/bin/a.js', '#!/usr/bin/env node\n// Why.\nimport "a";')).toEqual([]);
    expect(houseFindings('packages/core/src/a.test.ts', 'export const a = 1;')).toEqual([]);
  });
});
