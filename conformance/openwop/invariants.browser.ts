// The security invariants of SECURITY/invariants.yaml that a person's page must keep, with the product as it is served: a
// run of OpenWOP, the page of its viewer, a real Chromium that lets nothing pass unseen.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ELSEWHERE, FRAGMENTS, HEADLINE, HOSTILE } from './hostile-surfaces.ts';
import {
  button1,
  button2,
  CREATE,
  envelope,
  envelope2,
  payload1,
  payload2,
  put,
  REMOVE,
  text2,
  UNTRUSTED,
} from './scenarios/documents.ts';
import type { Body } from './scenarios/wop.ts';
import { SECRET, ServedOpenwop, type ServedRun } from './served.ts';

let served: ServedOpenwop;
beforeAll(async () => {
  served = await ServedOpenwop.start();
});
afterAll(() => served?.stop());

const MAJORS = [1, 2] as const;
type Major = (typeof MAJORS)[number];

/** A run that waits at its gate, and what was sent for it. */
async function shown(major: Major, sent: Body): Promise<ServedRun> {
  const run = await served.run(major);
  await run.gate();
  expect(await run.emit(sent)).toMatchObject({ status: 'accepted' });
  return run;
}

/** The messages of a payload, each by its one name. */
function unwrapped({ messages }: Body): readonly { readonly [name: string]: object }[] {
  return messages.map(({ version: _, ...message }: Body) => message);
}

function form(major: Major, words: string, more: object = {}): Body {
  if (major === 1) {
    const note = { component: 'field.text', id: 'action', label: 'Note' };
    const said = { component: 'text', text: words };
    return envelope(
      payload1(said, note, { ...button1('accept'), label: 'Yes' }, { ...button1('reject'), label: 'No' }),
      { nodeId: 'gate', ...more },
    );
  }
  const note = { id: 'note', component: 'TextField', label: 'Note', value: { path: '/action' } };
  const buttons = [
    ...button2('accept').slice(0, 1),
    text2('accept-text', 'Yes'),
    ...button2('reject').slice(0, 1),
    text2('reject-text', 'No'),
  ];
  const column = { id: 'root', component: 'Column', children: ['said', 'note', 'accept', 'reject'] };
  return envelope2(payload2('gate', CREATE, put(column, text2('said', words), note, ...buttons)), {
    nodeId: 'gate',
    ...more,
  });
}

/** Everything that a person can do with a surface, and some things that only a program can. */
async function useEverything(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const all: ParentNode[] = roots.flatMap((root) => [
      root,
      ...[...root.querySelectorAll('*')].flatMap((one) => one.shadowRoot ?? []),
    ]);
    let count = 0;
    for (const root of all) {
      for (const one of root.querySelectorAll<HTMLElement>(
        'button, a, input, textarea, select, summary, label, [tabindex], h1, h2, p',
      )) {
        one.focus();
        for (const type of ['pointerover', 'mouseover', 'mouseenter', 'contextmenu', 'dragstart'])
          one.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true }));
        if (one instanceof HTMLInputElement && one.type === 'text') one.value = '<img src=x onerror="window.ran=1">';
        one.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
        if (!one.matches('button')) one.click();
        count++;
      }
      for (const one of root.querySelectorAll('form')) one.requestSubmit();
    }
    for (let i = 0; i < 5; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return count;
  });
}

/** What the elements of the page hold, through every shadow root; of surfaces also which elements they are. */
async function everything(page: Page): Promise<{ text: string; tags: readonly string[]; attributes: string }> {
  return page.evaluate(() => {
    const tags = new Set<string>();
    const attributes: string[] = [];
    const texts: string[] = [];
    const visit = (node: ParentNode, isSurface = false): void => {
      for (const one of node.children) {
        if (isSurface) tags.add(one.localName);
        for (const { name, value } of one.attributes) attributes.push(`${name}=${value}`);
        for (const child of one.childNodes) if (child.nodeType === Node.TEXT_NODE) texts.push(child.textContent ?? '');
        const isInside = isSurface || one.localName === 'vitrine-surface';
        if (one.shadowRoot) visit(one.shadowRoot, isInside);
        if (one !== document.head) visit(one, isInside);
      }
    };
    visit(document);
    return { text: texts.join('\n'), tags: [...tags], attributes: attributes.join('\n') };
  });
}

const FOREIGN = ['img', 'iframe', 'object', 'embed', 'video', 'audio', 'base', 'meta', 'style', 'use', 'image'];

describe.each(MAJORS)('generation %i', (major) => {
  it('a2ui-surface-no-code-exec: whatever stands in its words is letters, and nothing of it runs', async () => {
    const run = await shown(major, HOSTILE[major]());
    // Without a policy: nothing but the renderer keeps it from running.
    const { page, noted } = await served.visit(run.session, { free: true });
    await page.getByRole('heading', { name: HEADLINE }).waitFor();
    expect(await useEverything(page)).toBeGreaterThan(15);
    const { text, tags, attributes } = await everything(page);
    for (const fragment of FRAGMENTS) expect(text).toContain(fragment);
    expect(tags.filter((tag) => FOREIGN.includes(tag))).toEqual([]);
    expect(attributes).not.toMatch(/^on\w+=|^(?:src|href|srcset|action|style|srcdoc)=.*(?:elsewhere|javascript:)/m);
    expect(await page.evaluate(() => (window as { ran?: unknown }).ran)).toBeUndefined();
    expect(noted).toEqual([]);
  });

  it('a2ui-surface-no-code-exec: what the catalog does not name is refused, and the page shows nothing of it', async () => {
    const run = await shown(major, form(major, 'Before'));
    const { page } = await served.visit(run.session);
    await page.getByText('Before').waitFor();
    const frame = { component: 'iframe', id: 'x', src: `${ELSEWHERE}/frame` };
    const sent =
      major === 1
        ? envelope(payload1(frame), { nodeId: 'gate' })
        : envelope2(payload2('gate', put({ ...frame, id: 'said' })), { nodeId: 'gate' });
    expect(JSON.stringify(await run.emit(sent))).toContain('envelope_invalid');
    expect(
      JSON.stringify(await run.emit(envelope({ html: '<b>x</b>' }, { type: 'vendor.example.html', schemaVersion: 0 }))),
    ).toMatch(/capability_required|unknown_envelope_kind/);
    // A kind that is not advertised is told of in words.
    await page.getByText('Something was sent that this page cannot show: vendor.example.html.').waitFor();
    expect((await everything(page)).tags).not.toContain('iframe');
    expect(await page.getByText('Before').count()).toBe(1);
  });

  it('a2ui-surface-no-network-egress: nothing is asked for, whatever it holds and whatever is done with it', async () => {
    const run = await shown(major, HOSTILE[major]());
    const { page, asked, noted } = await served.visit(run.session, { free: true });
    await page.getByRole('heading', { name: HEADLINE }).waitFor();
    const elsewhere = () => asked.filter((url) => new URL(url).host !== new URL(served.url).host);
    await useEverything(page);
    await page.waitForLoadState('networkidle');
    expect(elsewhere()).toEqual([]);
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(loaded.filter((name) => new URL(name).host !== new URL(served.url).host)).toEqual([]);
    expect(noted).toEqual([]);
    // What is looked for would have been found.
    await page.evaluate((url) => {
      new Image().src = `${url}/control.png`;
      navigator.sendBeacon(`${url}/beacon`, 'x');
      void fetch(`${url}/fetch`).catch(() => undefined);
    }, ELSEWHERE);
    await expect
      .poll(() => elsewhere().sort())
      .toEqual(['beacon', 'control.png', 'fetch'].map((name) => `${ELSEWHERE}/${name}`));
  });

  it('a2ui-action-confinement: a press goes to the session of its page, resumes its interrupt, and nothing else', async () => {
    const run = await shown(major, form(major, 'Shall it pass?'));
    const { page, asked, noted } = await served.visit(run.session);
    await page.getByText('Shall it pass?').waitFor();
    await page.getByLabel('Note').fill('accept');
    const before = asked.length;
    await page.getByRole('button', { name: 'No', exact: true }).click();
    await expect.poll(async () => (await run.get('/interrupts/gate')).state).toBe('resolved');
    const { resumeValue } = await run.get('/interrupts/gate');
    expect(resumeValue).toMatchObject({ action: 'reject', values: { action: 'accept' } });
    const paths = asked.slice(before).map((url) => new URL(url));
    expect(paths.filter(({ host }) => host !== new URL(served.url).host)).toEqual([]);
    for (const { pathname } of paths)
      expect(pathname).toMatch(new RegExp(`^/sessions/${run.session}/(?:socket|stream|events)$`));
    expect(noted).toEqual([]);
    // Pressed again it finds nothing that waits.
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await page.getByText('Not accepted. What you acted on has changed meanwhile.').waitFor();
    const { events } = await run.get('/events/poll?timeout=0');
    expect(events.filter(({ type }: Body) => type === 'interrupt.resolved')).toHaveLength(1);
  });

  it('a2ui-surface-no-secret-rendering: a secret reaches the page as its marker only', async () => {
    const run = await shown(major, form(major, `The word is ${SECRET}.`));
    const { page, received } = await served.visit(run.session);
    await page.getByText('The word is [REDACTED:vault].').waitFor();
    await page.getByLabel('Note').fill(`I know ${SECRET}`);
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await expect.poll(async () => (await run.get('/interrupts/gate')).state).toBe('resolved');
    expect((await run.get('/interrupts/gate')).resumeValue.values).toEqual({ action: 'I know [REDACTED:vault]' });
    await page.reload();
    await page.getByText('The word is [REDACTED:vault].').waitFor();
    const { text, attributes } = await everything(page);
    expect(received.length).toBeGreaterThan(0);
    expect([text, attributes, await page.content(), ...received].filter((one) => one.includes(SECRET))).toEqual([]);
  });

  it('a2ui-untrusted-blocks-approval: its buttons approve nothing, and the page asks apart from it and says why', async () => {
    const run = await shown(major, form(major, 'Approve me.', { meta: UNTRUSTED }));
    const { page } = await served.visit(run.session);
    await page.getByText('Approve me.').waitFor();
    const question = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await question.getByText(/not trusted/).waitFor();
    const surface = page.locator('vitrine-surface');
    await surface.getByRole('button', { name: 'Yes', exact: true }).evaluate((button: HTMLElement) => button.click());
    await page.getByText(/^Not accepted\. What is shown for this approval is not trusted/).waitFor();
    expect(await run.status()).toBe('waiting-approval');
    expect((await run.get('/interrupts/gate')).state).toBe('open');
    await question.getByRole('button', { name: 'Approve' }).click();
    await expect.poll(async () => (await run.get('/interrupts/gate')).state).toBe('resolved');
    expect((await run.get('/interrupts/gate')).resumeValue).toMatchObject({ action: 'accept' });
    const { events } = await run.get('/events/poll?timeout=0');
    const trust = events
      .filter(({ type }: Body) => /surface|resolved/.test(type))
      .map(({ contentTrust }: Body) => contentTrust);
    expect(trust).toEqual(['untrusted', 'trusted']);
  });

  it('what a person has typed stays when the surface is sent anew with its field, and is submitted', async () => {
    const first = form(major, 'Before');
    const run = await shown(major, first);
    const { page, received } = await served.visit(run.session);
    const note = page.getByLabel('Note');
    await note.fill('typed');
    // The host has sent it back: from here on it is nowhere but on the page.
    await expect.poll(() => received.join().includes('VITRINE_WRITE_REFUSED')).toBe(true);
    const anew = form(major, 'After');
    const components = anew.payload.surface?.components.slice(1);
    const heading = { component: 'heading', text: 'After' };
    const payload =
      major === 1
        ? { ...anew.payload, surface: { components: [...components, heading].toReversed() } }
        : payload2('gate', REMOVE, ...unwrapped(anew.payload));
    expect(await run.emit({ ...anew, payload })).toMatchObject({ status: 'accepted' });
    await page.getByText('After').waitFor();
    expect(await note.inputValue()).toBe('typed');
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await expect.poll(async () => (await run.get('/interrupts/gate')).state).toBe('resolved');
    const resolved = (await run.get('/events/poll?timeout=0')).events.at(-1);
    expect(resolved.payload.resumeValue).toMatchObject({ action: 'accept', values: { action: 'typed' } });
  });

  it('a part of a surface is shown and cannot be pressed, until it is whole', async () => {
    const part = form(major, 'Streaming', { partial: { isPartial: true, index: 0, total: -1 } });
    const run = await shown(major, part);
    const { page } = await served.visit(run.session);
    await page.getByText('Streaming').waitFor();
    const yes = page.getByRole('button', { name: 'Yes', exact: true });
    expect(await yes.isDisabled()).toBe(true);
    const rest = major === 1 ? part.payload : payload2('gate', put(text2('said', 'Whole')));
    await run.emit({ ...part, payload: rest, partial: { isPartial: false, index: 1, total: 2 } });
    await expect.poll(() => yes.isDisabled()).toBe(false);
    await yes.click();
    await expect.poll(async () => (await run.get('/interrupts/gate')).state).toBe('resolved');
  });
});
