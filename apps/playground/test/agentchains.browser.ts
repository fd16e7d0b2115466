// A session in the words of AgentChains, through a real host, on the page of its viewer: every component, question, note and
// task, where each stands and when it goes, and what the agent is told. Titles name behaviours of the first client of the
// protocol that agree with its specification.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { components, message, render } from './agentchains-messages.ts';
import { Hosted } from './hosted.ts';

let hosted: Hosted;
let page: Page;
let session: string;

beforeAll(async () => {
  hosted = await Hosted.start();
});
afterAll(() => hosted?.stop());
beforeEach(async () => {
  const opened = await hosted.open('Market', { dialect: 'agentchains' });
  session = opened.session;
  page = await hosted.person(opened.viewerUrl);
  await page.getByText('Live', { exact: true }).waitFor();
});
afterEach(async () => {
  for (const context of hosted.browser.contexts()) await context.close();
  expect(hosted.complaints.splice(0)).toEqual([]);
});

/** For what only time brings. */
const PATIENT = { timeout: 30_000 };

const push = (...messages: readonly object[]) => hosted.push(session, ...messages);
const told = async () => (await hosted.events(session)).map(({ event }) => event);
const input = (id: string, type: string, more: object = {}) =>
  message('ui.request_input', { request_id: id, input_type: type, prompt: `About ${id}?`, ...more });
const confirm = (id: string, more: object = {}) =>
  message('ui.confirm', { request_id: id, title: `Sure of ${id}?`, description: 'It costs $50.00.', ...more });
const dialog = () => page.getByRole('dialog');
const answered = (request_id: string, value: unknown) => message('user.respond', { request_id, value });

it('UI-CONT UI-WIDGETS all nine components are shown, in their order', async () => {
  await page.getByText('Nothing to show yet').waitFor();
  await push(...Object.values(components));
  await page.getByRole('heading', { name: 'Agent Summary' }).waitFor();
  await page.getByRole('table').first().getByRole('cell', { name: 'WeatherBot' }).waitFor();
  await page.getByLabel('Search Query').waitFor();
  await page.getByRole('img', { name: /^Bar chart\. API Usage/ }).waitFor();
  await page.getByRole('heading', { name: 'Analysis Report' }).waitFor();
  expect(await page.locator('strong').first().textContent()).toBe('3 key findings');
  await page.locator('code .hl-keyword').first().waitFor();
  await page.getByRole('figure').getByText('Market trends for Q1 2026').waitFor();
  expect(await page.getByRole('img', { name: 'Generated chart' }).getAttribute('width')).toBe('800');
  await page.getByRole('alert').getByText('Budget Warning').waitFor();
  expect(await page.locator('[aria-current=step]').textContent()).toContain('Analysis');
  const places = await page
    .locator('vitrine-surface')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(places).toHaveLength(9);
  expect([...places].sort((a, b) => a - b)).toEqual(places);
});

it('UI-CARD has a title, facts and actions, which tell the agent; nothing is drawn for what is not there', async () => {
  await push(components.card);
  const card = page.getByRole('article');
  await expect.poll(() => card.locator('dt').allTextContents()).toEqual(['Total Calls', 'Success Rate']);
  expect(await card.locator('dd').allTextContents()).toEqual(['1,247', '99.2%']);
  await card.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(told).toContainEqual(answered('card', { action: 'refresh', label: 'Refresh' }));
  await push(message('ui.update', { component_id: 'card', operation: 'replace', data: { title: 'Only this' } }));
  await expect.poll(() => card.textContent()).toBe('Only this');
});

it('UI-TABLE is sorted up and down, another column begins anew, rows are appended', async () => {
  await push(components.table);
  const column = () => page.locator('tbody td:nth-child(1)').allTextContents();
  const [name, calls] = [
    page.getByRole('columnheader', { name: 'Agent Name' }),
    page.getByRole('columnheader', { name: 'API Calls' }),
  ];
  await calls.getByRole('button').click();
  await expect.poll(column).toEqual(['DataMiner', 'WeatherBot']);
  await calls.getByRole('button').click();
  await expect.poll(column).toEqual(['WeatherBot', 'DataMiner']);
  await name.getByRole('button').click();
  await expect.poll(column).toEqual(['DataMiner', 'WeatherBot']);
  expect(await calls.getAttribute('aria-sort')).toBe('none');
  const rows = [{ name: 'Alpha', calls: 1, status: 'idle' }];
  await push(message('ui.update', { component_id: 'table', operation: 'append', data: { rows } }));
  await expect.poll(column).toEqual(['Alpha', 'DataMiner', 'WeatherBot']);
  await push(message('ui.update', { component_id: 'table', operation: 'merge', data: { rows: [] } }));
  await page.getByText('There are no rows.').waitFor();
});

it('UI-FORM UI-PAGE is filled in, judged and sent as user.respond with the id of its component', async () => {
  await push(components.form);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('Please fill this in.').waitFor();
  await page.getByLabel('Search Query').fill('1 < 2 & "q"');
  await page.getByLabel('Max Price (USD)').fill('1001');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('It must be 1000 or less.').waitFor();
  await page.getByLabel('Max Price (USD)').fill('10');
  await page.getByLabel('Category').selectOption({ label: 'trading' });
  await page.getByRole('button', { name: 'Search' }).click();
  const values = { query: '1 < 2 & "q"', max_price: 10, category: 'trading' };
  await expect.poll(told).toContainEqual(answered('form', values));
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => page.getByLabel('Search Query').inputValue()).toBe('');
});

it('UI-INPUT is asked for in a dialog by its type, within its bounds, once; or declined', async () => {
  await push(input('text', 'text', { validation: { pattern: '^\\d+$', required: true } }));
  await dialog().getByLabel('About text?').waitFor();
  expect(await dialog().getByRole('button', { name: 'Do not answer' }).count()).toBe(0);
  const send = () => dialog().getByRole('button', { name: 'Send' }).click();
  await dialog().getByLabel('About text?').fill('x');
  await send();
  await dialog().getByRole('alert').getByText('does not have the expected form').waitFor();
  await dialog().getByLabel('About text?').fill('42');
  await send();
  await expect.poll(told).toContainEqual(answered('text', '42'));
  await push(input('number', 'number', { validation: { min: 1, max: 1000 } }));
  await dialog().getByLabel('About number?').fill('1001');
  await send();
  await dialog().getByRole('alert').getByText('1000').waitFor();
  await dialog().getByLabel('About number?').fill('7');
  await send();
  await push(input('select', 'select', { options: ['$10', '$20', '$50'] }));
  await dialog().getByLabel('$20').check();
  await send();
  await push(input('date', 'date'));
  await dialog().getByLabel('About date?').fill('2026-11-15');
  await send();
  await push(input('file', 'file'));
  await dialog()
    .getByLabel('About file?')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await send();
  const file = { name: 'a.txt', type: 'text/plain', size: 5, ref: expect.any(String) };
  await expect.poll(told).toContainEqual(answered('file', file));
  await push(input('left', 'text'));
  await dialog().getByRole('button', { name: 'Do not answer' }).click();
  await expect.poll(told).toContainEqual(answered('left', null));
  const values = (await told()).filter(({ method }) => method === 'user.respond');
  expect(values).toEqual([
    answered('text', '42'),
    answered('number', 7),
    answered('select', '$20'),
    answered('date', '2026-11-15'),
    answered('file', file),
    answered('left', null),
  ]);
});

it('UI-CONFIRM shows what, how grave and how long; approve, reject and silence reach the agent', async () => {
  await push(confirm('yes', { severity: 'critical' }));
  expect(await dialog().textContent()).toMatch(/Sure of yes\?[\s\S]*It costs \$50\.00\./);
  await dialog().getByText('Critical.').waitFor();
  expect(await dialog().getByRole('timer').textContent()).toMatch(/^0:\d\d left$/);
  await dialog().getByRole('button', { name: 'Approve' }).click();
  await expect.poll(told).toContainEqual(message('user.approve', { request_id: 'yes', approved: true }));
  await push(confirm('no', { severity: 'warning', timeout_seconds: 60 }));
  await dialog().getByText('Caution.').waitFor();
  await dialog().getByRole('button', { name: 'Deny' }).click();
  await expect.poll(told).toContainEqual(message('user.approve', { request_id: 'no', approved: false }));
  await push(confirm('late', { timeout_seconds: 5 }));
  await dialog().getByText('Sure of late?').waitFor();
  await expect
    .poll(async () => (await told()).map(({ error }) => (error as { code?: number })?.code), PATIENT)
    .toContain(-32004);
  await dialog().waitFor({ state: 'hidden' });
  const late = (await told()).filter(({ params }) => (params as { request_id?: string })?.request_id === 'late');
  expect(late).toEqual([]);
});

it('UI-NOTIFY toasts say how they are meant, go by themselves, or stay until they are dismissed', async () => {
  const notify = (level: string, duration_ms: number) =>
    message('ui.notify', { level, title: `A ${level}`, message: `Of ${level}.`, duration_ms });
  await push(notify('success', 0), notify('error', 0));
  await page.getByRole('status').getByText('A success').waitFor();
  await page.getByRole('alert').getByText('A error').waitFor();
  await page.getByText('Of error.').waitFor();
  await push(notify('warning', 3000));
  await page.getByText('A warning').waitFor();
  await page.getByText('A warning').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Dismiss note' }).first().click();
  await expect.poll(() => page.getByRole('button', { name: 'Dismiss note' }).count()).toBe(1);
  await push(message('ui.navigate', { url: 'https://example.com/results', new_tab: true }));
  await page.getByText('example.com', { exact: true }).waitFor();
  expect(page.context().pages()).toHaveLength(1);
});

it('UI-PROGRESS is a part, under way or a stream; cancelling it reaches the agent', async () => {
  const progress = (task_id: string, progress_type: string, more: object = {}) =>
    message('ui.progress', { task_id, progress_type, ...more });
  const bar = (name: string) => page.getByRole('progressbar', { name });
  await push(
    progress('a', 'determinate', { value: 1, total: 3, message: 'Copying' }),
    progress('b', 'indeterminate', { message: 'Thinking' }),
    progress('c', 'streaming', { message: 'Writing' }),
    progress('d', 'streaming', { value: 1200, message: 'Reading' }),
    progress('e', 'indeterminate'),
  );
  await page.getByText('33%').waitFor();
  expect(await bar('Thinking').getAttribute('value')).toBeNull();
  await page.getByText('Streaming', { exact: true }).waitFor();
  await page.getByText('1,200 so far').waitFor();
  await bar('Task e').waitFor();
  await page.getByRole('button', { name: 'Cancel Copying' }).click();
  await expect.poll(told).toContainEqual(message('user.cancel', { task_id: 'a' }));
  await push(progress('a', 'determinate', { value: 3, total: 3, message: 'Copying' }));
  await bar('Copying').waitFor({ state: 'detached' });
});

it('main, sidebar and overlay are three places, priority orders them, and a component goes when its time is over', async () => {
  const card = (id: string, metadata?: object) => render(id, 'card', { title: id }, metadata);
  await push(
    card('plain'),
    card('low', { priority: 'low' }),
    card('high', { priority: 'high', position: 'main' }),
    card('beside', { position: 'sidebar' }),
    card('over', { position: 'overlay' }),
    card('brief', { ttl_seconds: 8 }),
  );
  await page.getByRole('heading', { name: 'brief' }).waitFor();
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await sidebar.getByRole('heading', { name: 'beside' }).waitFor();
  await page
    .getByRole('dialog', { name: /^Panel from/ })
    .getByRole('heading', { name: 'over' })
    .waitFor();
  const main = page.locator('vitrine-session').locator('.main').getByRole('heading');
  await expect.poll(() => main.allTextContents(), PATIENT).toEqual(['high', 'plain', 'low']);
});

it('SAN-1 SAN-2 SAN-6 SAN-7 SAN-8 SAN-9 SAN-10 SAN-11 SAN-12 X1 X3 text is shown as text, whatever it looks like', async () => {
  const texts = [
    "<script>alert('xss')</script>",
    '<div>in a box</div>',
    '<b><i>nested</i></b>',
    '<img src=x onerror="alert(1)">',
    'javascript:alert(1)',
    'héllo 漢字 🎉',
    '<svg onload=alert(1)><iframe src="javascript:1"></iframe>',
    '1 < 2 and 3 > 1',
    'hello world',
  ];
  const sections = texts.map((value) => ({ label: value, value }));
  await push(render('c', 'card', { title: texts[0], description: '', sections }));
  await push(input('q', 'text', { prompt: texts[3] }));
  await dialog()
    .getByText(texts[3] as string)
    .waitFor();
  expect(await page.locator('dd').allTextContents()).toEqual(texts);
  expect(await page.locator('dt').allTextContents()).toEqual(texts);
  expect(await page.getByRole('article').getByRole('heading').first().textContent()).toBe(texts[0]);
  expect(await page.locator('vitrine-session').locator('script, iframe, img, [onerror], [onload]').count()).toBe(0);
});
