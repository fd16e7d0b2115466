// CopilotKit on our host, without a runtime of its own and behind its runtime: a form is drawn in its chat, what is typed and pressed
// reaches the agent, a reload shows it again, and a question of the agent is an interrupt that its application answers; also when the
// host was killed meanwhile. And our demos, in whichever dialect they speak.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HttpAgent } from '@ag-ui/client';
import { CopilotRuntime, InMemoryAgentRunner } from '@copilotkit/runtime/v2';
import { createCopilotNodeListener } from '@copilotkit/runtime/v2/node';
import { KilledHost, openBrowser, openPage, openSite } from '../ag-ui-page.mjs';

const BASIC = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const version = 'v0.9';
const surfaceId = 'booking';
const BOOKING = [
  { version, createSurface: { surfaceId, catalogId: BASIC } },
  { version, updateDataModel: { surfaceId, path: '/', value: { title: 'Book a table', form: { name: 'Ada' } } } },
  {
    version,
    updateComponents: {
      surfaceId,
      components: [
        { id: 'root', component: 'Column', children: ['title', 'name', 'book'] },
        { id: 'title', component: 'Text', text: { path: '/title' } },
        { id: 'name', component: 'TextField', label: 'Your name', value: { path: '/form/name' } },
        { id: 'word', component: 'Text', text: 'Book it' },
        {
          ...{ id: 'book', component: 'Button', child: 'word' },
          action: { event: { name: 'book', context: { name: { path: '/form/name' } } } },
        },
      ],
    },
  },
];
const ops = (...body) => ({ vitrine: 1, body });
const say = (text) => ops({ op: 'say', text });
const done = ops({ op: 'turn', state: 'done' });

process.env.COPILOTKIT_TELEMETRY_DISABLED = '1';
const folder = mkdtempSync(join(tmpdir(), 'vitrine-outside-'));

/** The agent: a form for whoever writes, thanks for the booking, then a question. */
function answerTo(event) {
  if (event.event === 'say') return [...BOOKING, say('Please fill in the form.'), done];
  if (event.event === 'answer') return [say(`Approved: ${event.value}`), done];
  if (event.action === undefined) return [];
  const ask = { op: 'ask', ask: 'pay', prompt: 'Pay 20 euros?', want: { kind: 'confirm' } };
  return [{ version, deleteSurface: { surfaceId } }, say(`Booked for ${event.action.context.name}.`), ops(ask)];
}

const site = await openSite(fileURLToPath(new URL('./page.mjs', import.meta.url)), folder);
const browser = await openBrowser();
const { behind } = site;

async function drive() {
  const { host } = behind;
  const { page, complaints } = await openPage(browser, site);
  await page.locator('textarea').fill('A table, please');
  await page.locator('textarea').press('Enter');
  await page.getByText('Book a table').waitFor();
  await page.reload();
  await page.getByText('Book a table').waitFor();
  await page.getByText('A table, please').waitFor();
  await restarted(page);
  await page.getByLabel('Your name').fill('Grace');
  await page.getByRole('button', { name: 'Book it' }).click();
  await page.getByText('Booked for Grace.').waitFor();
  await page.getByRole('button', { name: 'Approve: Pay 20 euros?' }).waitFor();
  await restarted(page);
  await page.getByText('Booked for Grace.').waitFor();
  await page.getByRole('button', { name: 'Approve: Pay 20 euros?' }).click();
  await page.getByText('Approved: true').waitFor();
  assert.equal(host.events.filter(({ event }) => event === 'answer').length, 1);
  assert.deepEqual(host.events.find(({ action }) => action !== undefined).action.context, { name: 'Grace' });
  assert.deepEqual(complaints, []);
  await page.close();
}

/** Killed, started again where it was, and the page loaded anew. */
async function restarted(page) {
  const { host } = behind;
  const { port } = new URL(host.url);
  await host.kill();
  await host.start(host.name, port);
  await page.reload();
}

/** And waits for the end of its run: CopilotKit loses what is pressed while one is open. */
async function press(page, name) {
  const before = behind.runsEnded;
  await page.getByRole('button', { name }).click();
  for (const end = Date.now() + 20_000; behind.runsEnded === before; await page.waitForTimeout(100))
    assert.ok(Date.now() < end, `the run of ${name} goes on`);
}

/** Of each demo, in the dialect that it speaks: it is drawn, what is typed and pressed reaches it, and it goes on. */
const PLAYED = {
  booking: async (page) => {
    await page.getByLabel('Name').fill('Grace Hopper');
    await page.getByLabel('Email').fill('grace@example.com');
    await page.getByText('I will come, or call if I cannot.').click();
    await press(page, 'Book the table');
    await page.getByText('sent to grace@example.com').waitFor();
  },
  wizard: async (page) => {
    await page.getByText('A weekend away').waitFor();
    await press(page, 'Next');
    await page.getByText('Who is coming?').waitFor();
    await page.getByLabel('Your name').fill('Grace Hopper');
    await page.getByLabel('Where to write to').fill('grace@example.com');
    await press(page, 'Next');
    await page.getByText('How should it be?').waitFor();
  },
  approval: async (page) => {
    await page.getByText('Release 2.14 of the shop').waitFor();
    await press(page, 'Roll it out');
    await page.getByText('Roll out 2.14 to everyone?').waitFor();
    await press(page, 'Roll it out');
    await page
      .getByText(/Rolling out 2\.14|2\.14 is live/)
      .first()
      .waitFor();
  },
};

async function drivePlayed(name) {
  behind.token = await behind.host.play(name);
  const { page, complaints } = await openPage(browser, site);
  await PLAYED[name](page);
  assert.deepEqual(complaints, []);
  await page.close();
}

try {
  behind.host = await new KilledHost(folder, answerTo).start('direct');
  await drive();
  await behind.host.stop();
  console.log('CopilotKit 1.74 on our host: form, press, interrupt, over two kills of the host.');
  behind.host = await new KilledHost(folder, answerTo).start('runtime');
  const agents = { default: new HttpAgent({ url: `${behind.host.url}/ag-ui/dev` }) };
  const runtime = new CopilotRuntime({ agents, runner: new InMemoryAgentRunner(), a2ui: {} });
  behind.runtime = createCopilotNodeListener({ runtime, basePath: '/ag-ui' });
  await drive();
  await behind.host.stop();
  behind.runtime = undefined;
  console.log(
    'CopilotKit 1.74 behind its runtime and A2UI middleware: form, press, interrupt, over two kills of the host.',
  );
  behind.host = await new KilledHost(folder).start('demos');
  for (const name of Object.keys(PLAYED)) await drivePlayed(name);
  await behind.host.stop();
  console.log('CopilotKit 1.74 on our host: the demos booking (A2UI 0.9), wizard (0.8) and approval (neutral).');
} finally {
  await browser.close();
  site.close();
  behind.host?.child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
process.exit(process.exitCode ?? 0);
