// assistant-ui on our host: the booking demo is drawn in its thread and what is pressed reaches the agent. Of a surface with every
// component what it shows is compared with what we sent: all that is missing is among the losses of docs/ag-ui.md, and no more.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMOS } from '@vitrine/demos';
import { KilledHost, openBrowser, openPage, openSite } from '../ag-ui-page.mjs';

const version = 'v0.9';
const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const text = (id, words) => ({ id, component: 'Text', text: words });
const input = (id, component, more = {}) => ({
  id,
  component,
  label: `Words of ${id}`,
  value: { path: `/${id}` },
  ...more,
});
const options = [{ label: 'Words of the option', value: 'a' }];
const press = (context = {}) => ({ event: { name: 'pressed', context } });
/** Every component, with words of its own where it has words. */
const EVERYTHING = [
  text('of-card', 'Words in a card'),
  { id: 'card', component: 'Card', child: 'of-card' },
  text('of-row', 'Words in a row'),
  { id: 'row', component: 'Row', children: ['of-row'] },
  text('of-list', 'Words in a list'),
  { id: 'list', component: 'List', children: ['of-list'] },
  { id: 'of-item', component: 'Text', text: { path: 'name' } },
  { id: 'items', component: 'List', children: { componentId: 'of-item', path: '/items' } },
  { id: 'made', component: 'Text', text: { call: 'formatString', args: { value: 'Words that are made' } } },
  text('of-tab', 'Words in a tab'),
  { id: 'tabs', component: 'Tabs', tabs: [{ title: 'Words of a tab', child: 'of-tab' }] },
  text('of-modal', 'Words in a modal'),
  text('of-trigger', 'Words of a trigger'),
  { id: 'modal', component: 'Modal', trigger: 'of-trigger', content: 'of-modal' },
  { id: 'line', component: 'Divider' },
  { id: 'picture', component: 'Image', url: 'https://away.example/words.png' },
  { id: 'icon', component: 'Icon', name: 'check' },
  { id: 'video', component: 'Video', url: 'https://away.example/words.mp4' },
  { id: 'audio', component: 'AudioPlayer', url: 'https://away.example/words.mp3', description: 'Words of the audio' },
  input('field', 'TextField'),
  input('check', 'CheckBox'),
  input('choice', 'ChoicePicker', { options, variant: 'mutuallyExclusive' }),
  input('slider', 'Slider', { min: 0, max: 9 }),
  input('date', 'DateTimeInput', { enableDate: true }),
  text('of-button', 'Words of a button'),
  { id: 'button', component: 'Button', child: 'of-button', action: press({ field: { path: '/field' } }) },
  { id: 'pictured', component: 'Button', child: 'icon', action: press() },
];
const INSIDE = new Set(['of-card', 'of-row', 'of-list', 'of-item', 'of-tab', 'of-modal', 'of-trigger', 'of-button']);
const children = EVERYTHING.flatMap(({ id }) => (INSIDE.has(id) ? [] : [id]));
const VALUE = {
  field: 'Words that stand',
  check: true,
  choice: ['a'],
  slider: 3,
  date: '2026-12-05',
  items: [{ name: 'Words of an item' }],
};
const ALL = [
  { version, createSurface: { surfaceId: 'all', catalogId } },
  { version, updateDataModel: { surfaceId: 'all', path: '/', value: VALUE } },
  {
    version,
    updateComponents: { surfaceId: 'all', components: [{ id: 'root', component: 'Column', children }, ...EVERYTHING] },
  },
];
/** What each component has for people to see, and a picture by its address. */
const SIGHTS = {
  Card: ['Words in a card'],
  Row: ['Words in a row'],
  List: ['Words in a list', 'Words of an item'],
  Text: ['Words in a card'],
  Column: ['Words in a row'],
  Tabs: ['Words of a tab', 'Words in a tab'],
  Modal: ['Words of a trigger'],
  Image: ['https://away.example/words.png'],
  Video: ['https://away.example/words.mp4'],
  AudioPlayer: ['https://away.example/words.mp3'],
  TextField: ['Words of field', 'Words that stand'],
  CheckBox: ['Words of check'],
  ChoicePicker: ['Words of choice', 'Words of the option'],
  Slider: ['Words of slider'],
  DateTimeInput: ['Words of date'],
  Button: ['Words of a button'],
};
const booking = DEMOS.find(({ name }) => name === 'booking').begin(new Date()).messages;

const ops = (...body) => ({ vitrine: 1, body });
const done = ops({ op: 'turn', state: 'done' });
function answerTo(event) {
  if (event.event === 'say') return [...(event.text === 'all' ? ALL : booking), done];
  if (event.action === undefined) return [];
  return [ops({ op: 'say', text: `Pressed ${event.action.name}: ${JSON.stringify(event.action.context)}` }), done];
}

function lostIn() {
  const docs = readFileSync(new URL('../../docs/ag-ui.md', import.meta.url), 'utf8');
  const [, rows] = /\| lost in assistant-ui .*\n.*\n((?:\|.*\n)+)/.exec(docs);
  return rows
    .trim()
    .split('\n')
    .map((row) => row.split('|')[1].trim());
}

/** All that stands on the page, as words. */
async function seenOn(page) {
  const attributes = await page.evaluate(() =>
    [...document.querySelectorAll('[placeholder], [aria-label], [src]')].flatMap((one) =>
      ['placeholder', 'aria-label', 'src'].map((name) => one.getAttribute(name)),
    ),
  );
  return [await page.locator('body').ariaSnapshot(), await page.locator('body').textContent(), ...attributes].join(
    '\n',
  );
}

async function write(page, words) {
  await page.getByLabel('Words', { exact: true }).fill(words);
  await page.getByLabel('Words', { exact: true }).press('Enter');
}

process.env.COPILOTKIT_TELEMETRY_DISABLED = '1';
const folder = mkdtempSync(join(tmpdir(), 'vitrine-outside-'));
/** It wants the fourth zod, and finds the third one, that others want. */
const react = fileURLToPath(new URL('../node_modules/@assistant-ui/react', import.meta.url));
const zod = {
  name: 'zod',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^zod$/ }, ({ importer, kind }) =>
      importer.includes('react-generative-ui') ? resolve('zod', { resolveDir: react, kind }) : undefined,
    ),
};
const site = await openSite(fileURLToPath(new URL('./page.mjs', import.meta.url)), folder, { plugins: [zod] });
const browser = await openBrowser();
try {
  site.behind.host = await new KilledHost(folder, answerTo).start('assistant');
  const { page, complaints } = await openPage(browser, site);
  await write(page, 'A table, please');
  await page.getByText('Book a table', { exact: true }).waitFor();
  const seen = await seenOn(page);
  for (const words of ['Name', 'Email', 'Phone (if you like)', 'I will come, or call if I cannot.', 'Start over'])
    assert.ok(seen.includes(words), `${words} is not shown: ${seen}`);
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByText('Pressed clear: {}').waitFor();
  console.log('assistant-ui 0.15.21 on our host: the booking demo is shown, and a press arrives.');

  await write(page, 'all');
  await page.getByRole('button', { name: 'Words of a button' }).waitFor();
  const all = await seenOn(page);
  const [types, ...others] = lostIn();
  const missing = Object.entries(SIGHTS).flatMap(([type, sights]) =>
    sights.every((one) => all.includes(one)) ? [] : [type],
  );
  // An icon has no words: what it is drawn as is looked for.
  if ((await page.locator('svg, [data-aui="icon"]').count()) === 0) missing.push('Icon');
  assert.deepEqual(missing.sort(), types.split(', ').sort());
  assert.equal((await page.locator('[data-aui="divider"], hr').count()) > 0, true);
  assert.ok(others.includes('words that a function makes') && !all.includes('Words that are made'));
  assert.ok(others.includes('the words of a Button whose child is no Text'));
  assert.ok(others.includes('what is typed'));
  await page.getByPlaceholder('Words that stand').fill('Typed');
  await page.getByRole('button', { name: 'Words of a button' }).click();
  await page.getByText('Pressed pressed: {"field":"Words that stand"}').waitFor();
  assert.deepEqual(complaints, []);
  console.log('assistant-ui 0.15.21: what it does not show of all components is what docs/ag-ui.md lists.');
  await site.behind.host.stop();
} finally {
  await browser.close();
  site.close();
  site.behind.host?.child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
process.exit(process.exitCode ?? 0);
