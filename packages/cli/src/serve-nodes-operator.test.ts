// What an operator does on hosts that share a PostgreSQL: the audit of all of them is read at any of them, and what is erased at
// one is in no table.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { env, newDatabase, query } from '../test/nodes.ts';
import { startPostgres, type TestPostgres } from '../test/postgres.ts';
import { ensureBuilt, Serving, stopAll } from '../test/serving.ts';

const SESSIONS = 25;
const PEOPLE = 5;
const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const version = 'v0.9';

let postgres: TestPostgres;
beforeAll(async () => {
  ensureBuilt();
  postgres = await startPostgres();
}, 240_000);
afterAll(async () => {
  await stopAll();
  await postgres.stop();
}, 60_000);

let planted = 0;
const plant = (): string => `planted-${(++planted).toString(36).padStart(6, '0')}-value`;

type Answer = { readonly [name: string]: unknown };

async function ask(host: Serving, token: string, path: string, body?: unknown, method?: string): Promise<Answer> {
  const answer = await host.call(path, { token, body, ...(method === undefined ? {} : { method }) });
  const json = (await answer.json()) as Answer;
  if (!answer.ok || (Array.isArray(json.issues) && json.issues.length > 0)) throw new Error(JSON.stringify(json));
  return json;
}

/** Texts of an agent at one host and of a person at another, in every place there is: 40 values. */
async function fill(one: Serving, two: Serving, key: string, viewer: string): Promise<string[]> {
  const values = Array.from({ length: 40 }, plant);
  const [title, label, typed, said, prompt, fileName, content, ...data] = values as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const { session } = await ask(one, key, '/sessions', { title });
  const path = `/sessions/${session}`;
  const { token } = (await ask(one, key, `${path}/viewer-token`, { viewer })) as { readonly token: string };
  const components = [
    { id: 'root', component: 'Column', children: ['t', 'f'] },
    { id: 't', component: 'Text', text: label },
    { id: 'f', component: 'TextField', label: 'Name', value: { path: '/typed' } },
  ];
  await ask(one, key, `${path}/messages`, [
    { version, createSurface: { surfaceId: 'main', catalogId: CATALOG } },
    { version, updateComponents: { surfaceId: 'main', components } },
    { version, updateDataModel: { surfaceId: 'main', path: '/data', value: data } },
  ]);
  const question = { op: 'ask', ask: 'q', want: { kind: 'text' }, prompt: `${prompt}?` };
  await ask(one, key, `${path}/messages?dialect=vitrine`, { vitrine: 1, body: [question] });
  const body = [
    { event: 'input', surface: 'main', path: '/typed', value: typed },
    { event: 'answer', ask: 'q', value: said },
  ];
  for (const event of body) await ask(two, token, `${path}/events?dialect=vitrine`, { vitrine: 1, body: [event] });
  const file = await fetch(`${two.url}${path}/files?name=${fileName}.txt`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
    body: content,
  });
  expect(file.status).toBeLessThan(300);
  return values;
}

/** Which of the texts stand in a table, as text or as bytes. */
async function foundIn(database: string, texts: readonly string[]): Promise<readonly string[]> {
  const tables = await query(
    database,
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'vitrine'`,
  );
  expect(tables.length).toBeGreaterThan(5);
  let all = '';
  for (const { table_name } of tables)
    for (const { row } of await query(database, `SELECT t::text AS row FROM vitrine.${table_name} t`))
      all += `${row}\n`;
  return texts.filter((text) => all.includes(text) || all.includes(Buffer.from(text).toString('hex')));
}

it('an audit of all hosts at each of them, and 1,000 values of erased people in no table', async () => {
  const database = await newDatabase(postgres);
  const one = await Serving.start(['--database-url', database], env);
  const two = await Serving.start(['--database-url', database], env);
  const { key } = one;
  const [, code] = two.told.split('#operator=');
  const { token: operator } = (await ask(two, '', '/operator', { code })) as { readonly token: string };
  const stays = await fill(one, two, key, 'person-who-stays');
  const values: string[] = [];
  for (let n = 0; n < SESSIONS; n++) values.push(...(await fill(one, two, key, `person-${n % PEOPLE}-goes`)));
  expect(values).toHaveLength(1000);
  expect(await foundIn(database, values)).toHaveLength(1000);
  for (let n = 0; n < PEOPLE; n++) {
    const { erased } = await ask(n % 2 === 0 ? one : two, operator, `/people/person-${n}-goes`, undefined, 'DELETE');
    expect(erased).toHaveLength(SESSIONS / PEOPLE);
  }
  const people = Array.from({ length: PEOPLE }, (_, n) => `person-${n}-goes`);
  expect(await foundIn(database, [...values, ...people])).toEqual([]);
  expect(await foundIn(database, stays)).toHaveLength(stays.length);
  // What happened at either host, page by page, at both of them.
  const linesAt = async (host: Serving): Promise<readonly Answer[]> => {
    const lines: Answer[] = [];
    for (let next: unknown = ''; next !== undefined; ) {
      const page = await ask(
        host,
        operator,
        `/audit?limit=20${next === '' ? '' : `&next=${encodeURIComponent(String(next))}`}`,
      );
      lines.push(...(page.lines as readonly Answer[]));
      next = page.next;
    }
    return lines;
  };
  const [ofOne, ofTwo] = [await linesAt(one), await linesAt(two)];
  // That it was read at the first is the last line at the second.
  expect(ofTwo.slice(0, -1).map(({ key: line }) => line)).toEqual(ofOne.map(({ key: line }) => line));
  const acts = (act: string) => ofOne.filter((line) => line.act === act).length;
  expect([acts('mint'), acts('answer'), acts('erase person')]).toEqual([SESSIONS + 1, SESSIONS + 1, PEOPLE]);
  expect(new Set(ofOne.map(({ chain }) => chain)).size).toBe(2);
  for (const host of [one, two]) expect((await host.run(['audit', '--verify'])).code).toBe(0);
});
