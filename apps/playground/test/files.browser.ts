// The file input of the extension catalog, on a real host in a real Chromium: what a person chooses comes to the agent, in
// every version of A2UI.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Hosted } from './hosted.ts';

let hosted: Hosted;

beforeAll(async () => {
  hosted = await Hosted.start();
});
afterAll(() => hosted?.stop());
afterEach(async () => {
  for (const context of hosted.browser.contexts()) await context.close();
  expect(hosted.complaints.splice(0)).toEqual([]);
});

const SCAN = { label: 'Scan', accept: ['.txt', 'image/*'], maxBytes: 20 };
const REQUIRED = { call: 'required', args: { value: { path: '/scan' } } };
const CONTEXT = { scan: { path: '/scan' } };

/** A file, its name as bound text, and a button that sends it. */
const VERSIONS = {
  '0.8': [
    {
      surfaceUpdate: {
        surfaceId: 'main',
        components: [
          { id: 'root', component: { Column: { children: { explicitList: ['scan', 'name', 'send'] } } } },
          {
            id: 'scan',
            component: { FileInput: { ...SCAN, label: { literalString: 'Scan' }, value: { path: '/scan' } } },
          },
          { id: 'name', component: { Text: { text: { path: '/scan/name' } } } },
          { id: 'words', component: { Text: { text: { literalString: 'Send it' } } } },
          {
            id: 'send',
            component: {
              Button: {
                child: 'words',
                action: { name: 'send', context: [{ key: 'scan', value: { path: '/scan' } }] },
              },
            },
          },
        ],
      },
    },
    { beginRendering: { surfaceId: 'main', root: 'root', catalogId: 'urn:vitrine:catalog:vitrine:0.8' } },
  ],
  '0.9': flat('v0.9', '0.9'),
  '1.0': flat('v1.0', '1.0'),
};

function flat(version: string, catalog: string, scan: object = {}): readonly object[] {
  const components = [
    { id: 'root', component: 'Column', children: ['scan', 'name', 'send'] },
    { id: 'scan', component: 'FileInput', ...SCAN, value: { path: '/scan' }, ...scan },
    { id: 'name', component: 'Text', text: { path: '/scan/name' } },
    { id: 'words', component: 'Text', text: 'Send it' },
    { id: 'send', component: 'Button', child: 'words', action: { event: { name: 'send', context: CONTEXT } } },
  ];
  return [
    { version, createSurface: { surfaceId: 'main', catalogId: `urn:vitrine:catalog:vitrine:${catalog}` } },
    { version, updateComponents: { surfaceId: 'main', components } },
  ];
}

interface Visit {
  readonly page: Page;
  readonly session: string;
  readonly viewerUrl: string;
}

async function visited(messages: readonly object[] = VERSIONS['0.9']): Promise<Visit> {
  const { session, viewerUrl } = await hosted.open('Files');
  await hosted.push(session, ...messages);
  const page = await hosted.person(viewerUrl);
  await page.getByLabel('Scan').waitFor();
  return { page, session, viewerUrl };
}

const choose = (page: Page, words: string, name = 'a.txt', mimeType = 'text/plain') =>
  page.getByLabel('Scan').setInputFiles({ name, mimeType, buffer: Buffer.from(words) });
const send = (page: Page) => page.getByRole('button', { name: 'Send it' });
const problem = (page: Page) => page.locator('.field .problem');

interface FileRecord {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly ref: string;
}

/** What the agent was given as the file with each press, whatever it speaks. */
async function received(session: string): Promise<readonly (FileRecord | null)[]> {
  return (await hosted.events(session)).flatMap(({ event }) => {
    const action = (event.action ?? event.userAction ?? event) as { context?: { scan?: FileRecord | null } };
    return action.context === undefined ? [] : [action.context.scan ?? null];
  });
}

describe.each(Object.entries(VERSIONS))('a file in A2UI %s', (_version, messages) => {
  it('is brought to the host with a press, named in the data, and fetched by the agent', async () => {
    const { page, session, viewerUrl } = await visited(messages);
    const other = await hosted.person(viewerUrl);
    await other.getByLabel('Scan').waitFor();
    await choose(page, 'hello', 'a.txt');
    await page.getByText('a.txt', { exact: true }).waitFor();
    expect(await received(session)).toEqual([]);
    await send(page).click();
    await expect.poll(() => received(session)).toMatchObject([{ name: 'a.txt', type: 'text/plain', size: 5 }]);
    const [file] = await received(session);
    expect(await hosted.download(session, file?.ref ?? '')).toBe('hello');
    for (const one of [page, other]) await one.getByText('a.txt', { exact: true }).waitFor();
    expect(await other.getByLabel('Scan').getAttribute('aria-describedby')).not.toBeNull();
    await other.getByText(/^Chosen: a\.txt\./).waitFor();
    await page.reload();
    await page.getByText(/^Chosen: a\.txt\./).waitFor();
  });
});

describe('a file', () => {
  it.each([
    ['of no known type', 'a.txt', ''],
    ['whose name leads elsewhere', 'a:b?.txt', 'text/plain'],
    ['with a type in capitals', 'a.txt', 'Text/Plain'],
  ])('%s is taken as the host keeps it', async (_what, name, type) => {
    const { page, session } = await visited();
    await choose(page, 'hello', name, type);
    await send(page).click();
    await expect.poll(() => received(session)).toMatchObject([{ size: 5, ref: expect.any(String) }]);
    expect(await problem(page).textContent()).toBe('');
  });

  it('is refused at its field, in words, by its kind and size', async () => {
    const { page, session } = await visited();
    await choose(page, 'x', 'a.exe', 'application/x-dosexec');
    await expect.poll(() => problem(page).textContent()).toContain('.txt, image/*');
    await choose(page, 'far more than twenty bytes');
    await expect.poll(() => problem(page).textContent()).toMatch(/26 bytes.*20 bytes/);
    await choose(page, 'hello');
    await expect.poll(() => problem(page).textContent()).toBe('');
    expect(await received(session)).toEqual([]);
  });

  it('of a kind that is not taken is not said to be missing', async () => {
    const checks = [{ condition: REQUIRED, message: 'A file, please' }];
    const { page } = await visited(flat('v0.9', '0.9', { checks }));
    await page.getByLabel('Scan').focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => problem(page).textContent()).toBe('A file, please');
    await choose(page, 'x', 'a.exe', 'application/x-dosexec');
    await expect.poll(() => problem(page).textContent()).toContain('.txt, image/*');
  });

  it('that the host does not take is refused at its field, until another one is chosen', async () => {
    const { page, session } = await visited();
    await choose(page, 'hello');
    const [, update] = flat('v0.9', '0.9', { maxBytes: 3 });
    await hosted.push(session, update as object);
    await page.getByText('At most 3 bytes').waitFor();
    await send(page).click();
    await expect.poll(() => problem(page).textContent()).toMatch(/^Not accepted\. .*3 bytes/);
    expect(await received(session)).toEqual([]);
    await choose(page, 'abc');
    await expect.poll(() => problem(page).textContent()).toBe('');
    await send(page).click();
    await expect.poll(() => received(session)).toMatchObject([{ size: 3 }]);
  });

  it('whose upload is refused is told at its field', async () => {
    const { page, session } = await visited();
    const body = { error: 'VITRINE_FILE_SECRET', message: 'The file holds a secret.' };
    await page.route('**/files?*', (route) => route.fulfill({ status: 422, json: body }), { times: 1 });
    await choose(page, 'hello');
    await send(page).click();
    await expect.poll(() => problem(page).textContent()).toContain('The file holds a secret.');
    await expect.poll(() => send(page).getAttribute('aria-busy')).toBeNull();
    expect(await page.getByLabel('Scan').evaluate((field) => field.matches(':focus'))).toBe(true);
    await choose(page, 'other');
    await expect.poll(() => problem(page).textContent()).toBe('');
    await send(page).click();
    await expect.poll(() => received(session)).toMatchObject([{ size: 5 }]);
  });

  it('that is large says how far it is', async () => {
    const { page, session } = await visited(flat('v0.9', '0.9', { maxBytes: 2_000_000 }));
    await page.evaluate(() => {
      const line = document.querySelector('#said') as HTMLElement;
      const kept = new MutationObserver(() => {
        line.dataset.kept = `${line.dataset.kept ?? ''}|${line.textContent}`;
      });
      kept.observe(line, { childList: true, characterData: true, subtree: true });
    });
    await choose(page, 'x'.repeat(1_000_000));
    await send(page).click();
    await expect.poll(() => received(session)).toMatchObject([{ size: 1_000_000 }]);
    const told = page.locator('#said[data-kept*="Sent a.txt."]');
    await told.waitFor();
  });

  it('shows that it is on its way, and is sent when there is a connection again', async () => {
    const { page, session } = await visited();
    await choose(page, 'hello');
    await hosted.down();
    await page.getByText('Offline, reconnecting').waitFor();
    await send(page).press('Enter');
    await page.getByRole('button', { name: /Will be sent when you are online again/ }).waitFor();
    await page.getByRole('button', { name: /Send it/ }).click({ force: true });
    await hosted.up();
    await expect.poll(() => received(session), { timeout: 20_000 }).toMatchObject([{ name: 'a.txt' }]);
    await expect.poll(() => page.getByRole('button', { name: /Will be sent/ }).count()).toBe(0);
    expect(await send(page).evaluate((button) => button.matches(':focus'))).toBe(true);
  });

  it('that is taken back is not sent, and one that the agent has cleared does not come back', async () => {
    const { page, session } = await visited();
    await choose(page, 'hello');
    await page.getByRole('button', { name: 'Remove a.txt' }).click();
    expect(await page.getByLabel('Scan').evaluate((field) => field.matches(':focus'))).toBe(true);
    expect(await page.getByLabel('Scan').inputValue()).toBe('');
    await send(page).click();
    await expect.poll(() => received(session)).toEqual([null]);
    await choose(page, 'hello');
    await send(page).click();
    await expect.poll(async () => (await received(session)).length).toBe(2);
    await hosted.push(session, { version: 'v0.9', updateDataModel: { surfaceId: 'main', path: '/scan' } });
    await expect.poll(() => page.getByLabel('Scan').inputValue()).toBe('');
    await send(page).click();
    await expect.poll(() => received(session)).toMatchObject([null, { name: 'a.txt' }, null]);
  });

  it('that somebody else has chosen can be taken back', async () => {
    const { page, session, viewerUrl } = await visited();
    await choose(page, 'hello');
    await send(page).click();
    const other = await hosted.person(viewerUrl);
    await other.getByRole('button', { name: 'Remove a.txt' }).press('Enter');
    await send(other).click();
    await expect.poll(() => received(session)).toMatchObject([{ name: 'a.txt' }, null]);
    await page.getByText(/Chosen/).waitFor({ state: 'hidden' });
    await send(page).click();
    await expect.poll(() => received(session)).toMatchObject([{ name: 'a.txt' }, null, null]);
  });

  it('on a surface that is not trusted leaves the page with a press alone', async () => {
    const { session, viewerUrl } = await hosted.open('From elsewhere');
    await hosted.pushUntrusted(session, ...VERSIONS['0.9']);
    const page = await hosted.person(viewerUrl);
    await page.getByText('From elsewhere, not trusted', { exact: true }).waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await choose(page, 'hello');
    await page.getByText('a.txt', { exact: true }).waitFor();
    expect(requests).toEqual([]);
    await send(page).click();
    await expect.poll(() => received(session)).toMatchObject([{ name: 'a.txt' }]);
    expect(requests).toEqual([`POST /sessions/${session}/files`]);
  });

  it('is chosen by keyboard, in a field with a name and with what is expected of it', async () => {
    const { page } = await visited();
    const choosers: boolean[] = [];
    page.on('filechooser', (chooser) => choosers.push(chooser.isMultiple()));
    const field = page.getByLabel('Scan');
    const press = async () => {
      await field.press('Enter');
      return choosers.includes(false);
    };
    await expect.poll(press).toBe(true);
    const described = await field.evaluate((input) => {
      const root = input.getRootNode() as ShadowRoot;
      const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
      return ids.map((id) => root.getElementById(id)?.textContent).join(' ');
    });
    expect(described).toBe('At most 20 bytes. Accepted: .txt, image/*.');
  });
});
