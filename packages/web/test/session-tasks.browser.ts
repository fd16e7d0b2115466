// Tasks and effects of a session.

import type { TaskOp } from '@vitrine/core/internal';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ORIGIN } from './page-server.ts';
import { navigate, SessionHarness, start, toast } from './session-setup.ts';

let given: Awaited<ReturnType<typeof start>>;
let session: SessionHarness;

beforeAll(async () => {
  given = await start();
  session = await SessionHarness.open(given);
  await session.freeze();
});
afterAll(() => given?.browser.close());
beforeEach(() => session.restart());
afterEach(() => expect(session.mishaps).toEqual([]));

const task = (id: string, more: Partial<TaskOp> = {}): TaskOp => ({ op: 'task', task: id, ...more });
const bar = (name: string) => session.page.getByRole('progressbar', { name, exact: true });
const said = () =>
  session.page.evaluate(() => {
    const children = [...(window.session.element.shadowRoot?.children ?? [])];
    return children.find((child) => child.matches('.hush'))?.textContent;
  });
const toasts = () => session.page.evaluate(() => window.session.element.shadowRoot?.querySelectorAll('.toast').length);

describe('A task', () => {
  it('with a total is shown as a part of it', async () => {
    await session.feed(task('t', { value: 1, total: 3, message: 'Copying' }));
    expect(await bar('Copying').getAttribute('value')).toBe(String(1 / 3));
    await session.page.getByText('33%').waitFor();
    await session.feed(task('t', { value: 9, total: 3, message: 'Copying' }));
    await session.page.getByText('100%').waitFor();
  });

  it('without one is under way, and counts what it has streamed', async () => {
    await session.feed(task('t', { message: 'Thinking' }), task('u', { value: 12345, message: 'Rows' }));
    expect(await bar('Thinking').getAttribute('value')).toBeNull();
    expect(await bar('Rows').getAttribute('value')).toBeNull();
    await session.page.getByText('12,345 so far').waitFor();
  });

  it('UI-PROGRESS says how it is under way where its numbers do not', async () => {
    await session.feed(task('s', { style: 'streaming', message: 'Writing' }));
    expect(await bar('Writing').getAttribute('value')).toBeNull();
    await session.page.getByText('Streaming', { exact: true }).waitFor();
    await session.feed(task('d', { style: 'determinate', message: 'Waiting' }));
    expect(await bar('Waiting').getAttribute('value')).toBe('0');
    await session.feed(task('d', { style: 'determinate', value: 45, message: 'Waiting' }));
    await session.page.getByText('45%').waitFor();
    await session.feed(task('d', { value: 5, total: 0, message: 'Waiting' }));
    await session.page.getByText('0%', { exact: true }).waitFor();
  });

  it('stands in a list that says who works', async () => {
    await session.feed(task('t', { message: 'Copying' }));
    await session.page.getByRole('region', { name: 'Tasks of Ledger', exact: true }).waitFor();
    await session.page.evaluate(() => {
      window.session.element.agentName = '';
      window.session.element.flush();
    });
    await session.page.getByRole('region', { name: 'Tasks', exact: true }).waitFor();
  });

  it('is named by its id when it has no message', async () => {
    await session.feed(task('t-1'));
    await bar('Task t-1').waitFor();
  });

  it('is cancelled once and says so until it is gone', async () => {
    await session.feed(task('t', { message: 'Copying' }));
    const cancel = session.page.getByRole('button', { name: /Cancel/ });
    await cancel.click();
    await session.page.getByText('Cancelling…').waitFor();
    await cancel.click({ force: true });
    await session.feed(task('t', { value: 1, total: 2, message: 'Copying' }));
    await session.page.getByText('Cancelling…').waitFor();
    expect(await session.sent()).toEqual([{ event: 'cancel', task: 't' }]);
    await session.feed(task('t', { done: true }));
    expect(await said()).toBe('Stopped: Copying');
    expect(await session.page.getByRole('region', { name: 'Tasks' }).count()).toBe(0);
  });

  it('disappears when it is done, which is said once', async () => {
    await session.feed(task('t', { message: 'Copying' }), task('u', { message: 'Thinking' }));
    expect(await said()).toBe('');
    await session.feed(task('t', { done: true }));
    expect(await said()).toBe('Done: Copying');
    expect(await session.page.getByRole('progressbar').count()).toBe(1);
  });

  it('keeps its row and its focus while others come and go', async () => {
    await session.feed(task('a'), task('t', { message: 'Copying' }), task('b'));
    const cancel = session.page.getByRole('button', { name: 'Cancel Copying' });
    await cancel.focus();
    await session.feed(task('a', { done: true }), task('c'), task('t', { value: 1, total: 2, message: 'Copying' }));
    expect(await cancel.evaluate((element) => element.matches(':focus'))).toBe(true);
  });

  it('of many is one of five until the person wants to see more', async () => {
    await session.feed(...Array.from({ length: 150 }, (_, i) => task(`t${i}`)));
    expect(await session.page.getByRole('progressbar').count()).toBe(5);
    await session.page.getByRole('button', { name: 'Show 145 more' }).click();
    expect(await session.page.getByRole('progressbar').count()).toBe(100);
    await session.page.getByRole('button', { name: 'Show fewer (50 tasks are not listed)' }).click();
    expect(await session.page.getByRole('progressbar').count()).toBe(5);
  });
});

describe('A toast', () => {
  it('says who speaks, is read out and goes after five seconds', async () => {
    await session.feed(toast('<i>Saved</i>', { severity: 'success' }));
    expect(await session.page.getByRole('status').getByText('Ledger').count()).toBe(1);
    await session.page.getByText('<i>Saved</i>').waitFor();
    await session.wait(4900);
    expect(await toasts()).toBe(1);
    await session.wait(200);
    expect(await toasts()).toBe(0);
  });

  it('of an error is an alert, and one without a time stays until dismissed', async () => {
    await session.feed(toast('Failed', { severity: 'error', ms: 0 }));
    await session.page.getByRole('alert').getByText('Failed').waitFor();
    await session.wait(100_000);
    await session.page.getByRole('button', { name: 'Dismiss note' }).click();
    expect(await toasts()).toBe(0);
  });

  it('waits while a person points at it or is inside it', async () => {
    await session.feed(toast('Saved', { ms: 1000 }));
    await session.wait(900);
    await session.page.getByText('Saved').hover();
    await session.wait(5000);
    expect(await toasts()).toBe(1);
    await session.page.getByRole('button', { name: 'Dismiss note' }).focus();
    await session.page.mouse.move(0, 0);
    await session.wait(5000);
    expect(await toasts()).toBe(1);
    await session.page.evaluate(() => (window.session.element.shadowRoot?.activeElement as HTMLElement | null)?.blur());
    await session.wait(200);
    expect(await toasts()).toBe(0);
  });

  it('of many is one of four, the others wait and are counted', async () => {
    await session.feed(...Array.from({ length: 100 }, (_, i) => toast(`Note ${i}`, { ms: 1000 })));
    expect(await toasts()).toBe(4);
    await session.page.getByText('96 more notes waiting').waitFor();
    await session.wait(1100);
    expect(await toasts()).toBe(4);
    expect(await session.page.getByText('Note 0', { exact: true }).count()).toBe(0);
  });

  it('whose moment has passed does not come', async () => {
    await session.feed(
      { ...toast('Late'), until: await session.moment(-5) },
      { ...toast('In time'), until: await session.moment(5) },
    );
    expect(await session.page.getByText('Late').count()).toBe(0);
    await session.page.getByText('In time').waitFor();
  });
});

describe('A navigation', () => {
  const group = () => session.page.getByRole('group', { name: /Ledger wants to open/ });

  it('opens nothing by itself: it names the host and waits for a click', async () => {
    await session.feed(navigate('https://xn--pypal-4ve.example/pay?x=1#y'));
    await group().getByText('xn--pypal-4ve.example').waitFor();
    await group().getByText('/pay?x=1#y').waitFor();
    const link = session.page.getByRole('link', { name: 'Open in a new tab' });
    expect(await link.getAttribute('href')).toBe('https://xn--pypal-4ve.example/pay?x=1#y');
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    await session.wait(10_000);
    expect(session.page.context().pages()).toHaveLength(1);
    expect(session.page.url()).toBe(`${ORIGIN}/`);
  });

  it('shows a host of another alphabet in a form that looks like no other', async () => {
    await session.feed(navigate('https://pаypal.example/'));
    await group().getByText(/^xn--/).waitFor();
  });

  it('is followed by a click, half a second after it came into sight', async () => {
    await session.feed(navigate('https://other.example/a'));
    await session.page.context().route('https://other.example/**', (route) => route.abort());
    const link = session.page.getByRole('link', { name: 'Open in a new tab' });
    await link.click({ force: true });
    expect(session.page.context().pages()).toHaveLength(1);
    await session.wait(600);
    const [opened] = await Promise.all([session.page.context().waitForEvent('page'), link.click()]);
    await opened.close();
    await session.wait(50);
    expect(await group().count()).toBe(0);
  });

  it('on the same origin needs a click too', async () => {
    await session.feed(navigate(`${ORIGIN}/logout`));
    await session.wait(5000);
    const link = session.page.getByRole('link', { name: 'Open' });
    expect(await link.getAttribute('target')).toBe('_self');
    expect(session.page.url()).toBe(`${ORIGIN}/`);
    await session.page.getByRole('button', { name: 'Dismiss link' }).click();
    expect(await group().count()).toBe(0);
  });

  it('is refused with an issue when the policy does not allow the URL', async () => {
    const bad = ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'https://a:b@c.example/', 'x'];
    await session.feed(...bad.map((url) => navigate(url)));
    expect(await group().count()).toBe(0);
    expect(await session.found()).toEqual(bad.map(() => 'VITRINE_URL_REFUSED'));
  });

  it('of an untrusted session is refused', async () => {
    await session.set({ trust: 'untrusted' });
    await session.feed(navigate('https://other.example/'));
    expect(await group().count()).toBe(0);
    expect(await session.found()).toEqual(['VITRINE_URL_REFUSED']);
  });

  it('of many is one of three', async () => {
    await session.feed(...Array.from({ length: 5 }, (_, i) => navigate(`https://h${i}.example/`)));
    expect(await group().count()).toBe(3);
    expect(await session.found()).toEqual(['VITRINE_LIMIT_MESSAGES', 'VITRINE_LIMIT_MESSAGES']);
  });
});
