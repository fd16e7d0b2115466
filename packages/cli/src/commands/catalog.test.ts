import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryIo } from '../../test/memory-io.ts';
import { main } from '../main.ts';

const RATING = fileURLToPath(new URL('../../../../examples/own-catalog/rating.js', import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-catalog-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function vitrine(...argv: readonly string[]) {
  const io = memoryIo({ cwd: folder });
  const exit = await main(argv, io);
  return { exit, out: io.out(), err: io.err() };
}

const PROGRAM = fileURLToPath(new URL('../../bin/vitrine.js', import.meta.url));

/** As a process of its own: what Node says of a module is not what the tests' own loader says. */
function program(...argv: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...argv], { cwd: folder, encoding: 'utf8' });
  return { exit: status, out: stdout, err: stderr };
}

const DEFINITION = {
  catalogId: 'https://example.com/gauge',
  components: {
    Gauge: { description: 'A gauge.', properties: { level: { type: 'number', description: 'How full.' } } },
  },
};

describe('vitrine catalog', () => {
  it('new writes a file that is fine, under the name of its component, and never over another', async () => {
    expect(await vitrine('catalog', 'new', 'star-rating.js')).toMatchObject({ exit: 0 });
    expect(readFileSync(join(folder, 'star-rating.js'), 'utf8')).toContain('const StarRating = defineComponent(');
    expect(program('catalog', 'check', 'star-rating.js')).toMatchObject({ exit: 0, err: '' });
    const again = await vitrine('catalog', 'new', 'star-rating.js');
    expect([again.exit, again.err]).toEqual([1, expect.stringContaining('there already; nothing was written')]);
    expect((await vitrine('catalog', 'new', 'x.ts')).exit).toBe(2);
    expect((await vitrine('catalog', 'new', '1.js')).err).toContain('--component is a name like StarRating');
  });

  it('check says that a file is fine', async () => {
    expect(await vitrine('catalog', 'check', RATING)).toEqual({
      ...{ exit: 0, err: '' },
      out: `${RATING}: ok, https://example.com/catalogs/rating/1\n`,
    });
    const { out } = await vitrine('catalog', 'check', RATING, '--json');
    expect(JSON.parse(out)).toEqual({ ok: true, catalogs: ['https://example.com/catalogs/rating/1'], issues: [] });
  });

  const own = `import { defineComponent, extendCatalog, text } from '@vitrine/core';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
`;
  const faults: readonly [string, string, string, RegExp][] = [
    ['no module at all', 'syntax.js', 'export const a = 1;\nexport const b = ;\n', /syntax\.js:2: error .*SyntaxError/],
    ['code that throws', 'throws.js', "\nthrow new Error('not today');\n", /throws\.js:2: error .*not today/],
    ['nothing to find', 'empty.js', 'export const a = 1;\n', /empty\.js: error .*exports no catalog/],
    ['what a page cannot load', 'imports.js', "\n\nimport 'lodash';\n", /imports\.js:3: error .*cannot load "lodash"/],
    ['types', 'typed.ts', 'export const a = 1;', /typed\.ts: error .*JavaScript/],
    ['no JSON', 'broken.json', '{', /broken\.json.*error/],
    ['a definition without an id', 'anonymous.json', '{"components": {}}', /error .* at \/catalogId/],
  ];
  it.each(faults)(
    'check says in words what is wrong with a file that holds %s',
    async (_what, name, text, expected) => {
      writeFileSync(join(folder, name), text);
      const { exit, err, out } = program('catalog', 'check', name);
      expect(err).toMatch(expected);
      expect([exit, out]).toEqual([1, `${name}: not ok, 1 error\n`]);
    },
  );

  it('check says every fault of declarations, widgets and styles with its place', () => {
    writeFileSync(
      join(folder, 'faults.js'),
      `${own}export const mine = extendCatalog(basic10, { A: { props: { x: 3 } } }, { id: basic10.id });
export const [one, two] = [1, 2].map(() => extendCatalog(basic10, {}, { id: 'urn:twin' }));
export const widgets = { B: () => 1, A: 2 };
export const styles = '.x { background: url(https://a.test/x.png) }';
`,
    );
    const { exit, err } = program('catalog', 'check', 'faults.js');
    expect(exit).toBe(1);
    for (const place of ['/mine/components/A/props/x', '/id', '/widgets/B', '/widgets/A', '/styles'])
      expect(err).toContain(` at ${place}: `);
    expect(err).toContain('Two catalogs of this file are "urn:twin"');
  });

  it('docs gives the reference, the schema, the prompt and the definition, prose of the base included', async () => {
    const reference = await vitrine('catalog', 'docs', RATING);
    expect(reference.out).toContain('### Rating\n\nAsks for a number of stars.');
    expect(reference.out).toContain('### Text\n\nShows text.');
    expect((await vitrine('catalog', 'docs', RATING, '--as', 'schema')).out).toContain('component.Rating');
    expect((await vitrine('catalog', 'docs', RATING, '--as', 'prompt')).out).toContain('- Rating: Asks for');
    const definition = JSON.parse((await vitrine('catalog', 'docs', RATING, '--as', 'definition')).out);
    expect(definition.components.Rating).toBeDefined();
    writeFileSync(join(folder, 'gauge.json'), JSON.stringify(DEFINITION));
    expect((await vitrine('catalog', 'docs', 'gauge.json')).out).toContain('### Gauge\n\nA gauge.');
  });

  it('types gives what the module exports, and a type for a definition', async () => {
    const { out } = await vitrine('catalog', 'types', RATING);
    expect(out).toContain("(typeof basic10)['declared'] & {");
    expect(out).toContain('label: Prop<Bound<string>, true>;');
    expect(out).toContain('export declare const catalog: CatalogType;');
    const gauge = await vitrine('catalog', 'types', 'gauge.json');
    expect(gauge.out).toContain('level: Prop<number, false>;');
    expect(gauge.out).not.toContain('declare const');
  });

  it('another word is a wrong call', async () => {
    const { exit, err } = await vitrine('catalog', 'chekc', RATING);
    expect([exit, err]).toEqual([2, expect.stringContaining('Did you mean "check"?')]);
    expect((await vitrine('help', 'catalog')).out).toContain('vitrine catalog types rating.js > rating.d.ts');
  });
});

it('a host with a faulty catalog file does not start, and leaves nothing', async () => {
  writeFileSync(join(folder, 'empty.js'), 'export const a = 1;\n');
  const { exit, err } = await vitrine('serve', '--port', '0', '--data', join(folder, 'data'), '--catalog', 'empty.js');
  expect(exit).toBe(1);
  expect(err).toContain('exports no catalog');
  expect(err).toContain('1 catalog file cannot be used; nothing was started.');
  expect(() => readFileSync(join(folder, 'data/agent.key'))).toThrow();
});

it('streams of a catalog of one\u2019s own are read, drawn and converted with it', async () => {
  const id = 'https://example.com/catalogs/rating/1';
  const components = [{ id: 'root', component: 'Rating', label: 'How was it?', value: { path: '/stars' } }];
  const message = { version: 'v1.0', createSurface: { surfaceId: 's', catalogId: id, components } };
  writeFileSync(join(folder, 'stream.jsonl'), `${JSON.stringify(message)}\n`);
  expect((await vitrine('validate', 'stream.jsonl', '--catalog', RATING, '--strict')).exit).toBe(0);
  expect((await vitrine('render', 'stream.jsonl', '--to', 'text', '--catalog', RATING)).out).toContain('How was it?');
  const converted = await vitrine('convert', 'stream.jsonl', '--to', 'a2ui-0.8', '--catalog', RATING);
  expect(converted.out).toContain('Slider');
  expect(converted.err).toContain('stars are shown as a slider');
});
