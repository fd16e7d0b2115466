// Questions in the chrome of a session: shown one at a time, answered once, never by accident.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask, SessionHarness, start, surface, toast } from './session-setup.ts';

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

const dialog = () => session.page.getByRole('dialog');
const press = (name: string | RegExp) => session.page.getByRole('button', { name }).click();
const button = (name: string | RegExp) => session.page.getByRole('button', { name });

describe('A confirmation', () => {
  it('says who asks, in plain text, and sends the approval once', async () => {
    await session.feed(ask('a', { kind: 'confirm' }, { prompt: '<b>Pay</b> *now*?' }));
    await dialog().getByRole('heading', { name: 'Ledger asks for your approval' }).waitFor();
    expect(await dialog().textContent()).toContain('<b>Pay</b> *now*?');
    await session.wait(500);
    await button('Approve').dblclick();
    expect(await session.sent()).toEqual([{ event: 'answer', ask: 'a', value: true }]);
    await dialog().getByText('Sent. Waiting until it is received.').waitFor();
    await session.feed({ event: 'answer', ask: 'a', value: true });
    expect(await dialog().count()).toBe(0);
  });

  it('cannot be approved before it was half a second in sight', async () => {
    await session.feed(ask('a', { kind: 'confirm' }));
    await session.wait(490);
    await button('Approve').click({ force: true });
    await button('Deny').click({ force: true });
    expect(await button('Approve').isDisabled()).toBe(true);
    expect(await session.sent()).toEqual([]);
    await session.wait(20);
    expect(await button('Approve').isDisabled()).toBe(false);
  });

  it('has to be seen anew after the window was left', async () => {
    await session.feed(ask('a', { kind: 'confirm' }));
    await session.wait(600);
    await session.page.evaluate(() => window.dispatchEvent(new Event('focus')));
    expect(await button('Approve').isDisabled()).toBe(true);
    await session.wait(500);
    expect(await button('Approve').isDisabled()).toBe(false);
  });

  it('has to be seen anew when the agent changes what is asked under the same id', async () => {
    await session.feed(ask('a', { kind: 'confirm' }, { prompt: 'Pay 1?' }));
    await session.wait(600);
    await session.feed(ask('a', { kind: 'confirm' }, { prompt: 'Pay 1000?' }));
    await dialog().getByText('Pay 1000?').waitFor();
    expect(await button('Approve').isDisabled()).toBe(true);
  });

  it('starts on the least destructive choice, so Enter does not approve', async () => {
    await session.feed(ask('a', { kind: 'confirm', confirm: 'Delete all', deny: 'Keep' }, { severity: 'critical' }));
    await session.wait(600);
    await session.page.keyboard.press('Enter');
    expect(await session.sent()).toEqual([{ event: 'answer', ask: 'a', value: false }]);
  });

  it('is not answered by a key that was held down since the question before', async () => {
    await session.feed(ask('a', { kind: 'confirm' }), ask('b', { kind: 'confirm' }));
    await session.wait(600);
    await session.page.keyboard.down('Enter');
    await session.feed({ event: 'answer', ask: 'a', value: false });
    await session.wait(600);
    await session.page.keyboard.down('Enter');
    await session.page.keyboard.up('Enter');
    expect(await session.sent()).toEqual([{ event: 'answer', ask: 'a', value: false }]);
    await dialog().getByText('Question b?').waitFor();
  });

  it('names in its own words what a button with an agent’s label does', async () => {
    await session.feed(ask('a', { kind: 'confirm', confirm: 'No, cancel', deny: 'Yes, go' }));
    expect(await button('Approve: No, cancel').count()).toBe(1);
    expect(await button('Deny: Yes, go').count()).toBe(1);
  });

  it('says how grave it is', async () => {
    await session.feed(ask('a', { kind: 'confirm' }, { severity: 'critical' }));
    await dialog().getByText('Critical. This may be impossible to undo.').waitFor();
    await session.feed({ op: 'withdraw', ask: 'a' }, ask('b', { kind: 'confirm' }, { severity: 'warning' }));
    await dialog().getByText('Caution. Read this before you decide.').waitFor();
  });

  it('of an untrusted session is shown as refused and takes no answer', async () => {
    await session.set({ trust: 'untrusted' });
    await session.feed(ask('a', { kind: 'confirm', confirm: 'Pay' }));
    await dialog().getByText('This agent is not trusted to ask for approval.').waitFor();
    await session.wait(600);
    expect(await button(/Approve|Deny/).count()).toBe(0);
    await press('Close');
    await session.wait(50);
    expect(await dialog().count()).toBe(0);
    expect(await session.sent()).toEqual([]);
    expect(await session.found()).toEqual(['VITRINE_ASK_UNTRUSTED']);
    await session.feed(ask('b', { kind: 'text' }));
    await session.wait(600);
    await session.page.getByLabel('Question b?').fill('words');
    await press('Send');
    expect(await session.sent()).toEqual([{ event: 'answer', ask: 'b', value: 'words' }]);
  });

  it('that stands open is shown as refused when the trust is taken away', async () => {
    await session.feed(ask('a', { kind: 'confirm' }));
    await session.wait(600);
    await session.page.evaluate(() => {
      window.session.element.trust = 'untrusted';
      window.session.element.flush();
    });
    expect(await button('Approve').count()).toBe(0);
  });
});

describe('The queue', () => {
  it('shows one question at a time and counts the others', async () => {
    await session.feed(ask('a', { kind: 'confirm' }), ask('b', { kind: 'confirm' }), ask('c', { kind: 'confirm' }));
    await dialog().getByText('1 of 3').waitFor();
    await dialog().getByText('Question a?').waitFor();
    expect(await session.page.getByText('Question b?').count()).toBe(0);
    await session.wait(500);
    await press('Deny');
    await press('Next question');
    await session.wait(50);
    await dialog().getByText('Question b?').waitFor();
    await dialog().getByText('1 of 2').waitFor();
    expect(await button('Approve').isDisabled()).toBe(true);
  });

  it('goes on by itself when an answer was received', async () => {
    await session.feed(ask('a', { kind: 'confirm' }), ask('b', { kind: 'confirm' }));
    await session.wait(500);
    await press('Approve');
    await session.feed({ event: 'answer', ask: 'a', value: true });
    await dialog().getByText('Question b?').waitFor();
    expect(await button('Approve').isDisabled()).toBe(true);
  });

  it('is put aside by Escape, without an answer, behind a chip that brings it back', async () => {
    await session.feed(ask('a', { kind: 'text' }), ask('b', { kind: 'confirm' }));
    await session.wait(500);
    await session.page.getByLabel('Question a?').fill('half an ans');
    await session.page.keyboard.press('Escape');
    await session.wait(50);
    expect(await dialog().count()).toBe(0);
    expect(await session.sent()).toEqual([]);
    await session.feed(ask('c', { kind: 'confirm' }));
    expect(await dialog().count()).toBe(0);
    await press('3 questions waiting');
    await session.wait(50);
    expect(await session.page.getByLabel('Question a?').inputValue()).toBe('half an ans');
    expect(await button('Send').isDisabled()).toBe(true);
    await session.page.keyboard.press('Escape');
    await session.page.keyboard.press('Escape');
    await session.wait(50);
    await button('3 questions waiting').waitFor();
    expect(await session.sent()).toEqual([]);
  });

  it('lets go of a question that was withdrawn, with a quiet note', async () => {
    await session.feed(ask('a', { kind: 'confirm' }));
    await session.feed({ op: 'withdraw', ask: 'a' });
    expect(await dialog().count()).toBe(0);
    await session.page.getByRole('status').getByText('A question was taken back.').waitFor();
  });

  it('lets the person answer again when the host refused the answer', async () => {
    await session.feed(ask('a', { kind: 'text' }));
    await session.wait(500);
    await session.page.getByLabel('Question a?').fill('x');
    await press('Send');
    await session.page.evaluate(() => window.session.element.refuse('a', 'Too short for the host.'));
    await session.page.getByRole('alert').getByText('Too short for the host.').waitFor();
    await session.wait(500);
    await session.page.getByLabel('Question a?').fill('longer');
    await press('Send');
    expect(await session.sent()).toMatchObject([{ value: 'x' }, { value: 'longer' }]);
  });

  it('waits, when it was put aside, in a chip inside its session that covers nothing of it', async () => {
    await session.feed(surface('a', 'A'), ask('a', { kind: 'confirm' }));
    await session.wait(500);
    await session.page.keyboard.press('Escape');
    await session.wait(50);
    const chip = session.page.getByRole('button', { name: '1 question waiting' });
    const boxes = () =>
      chip.evaluate((one) => {
        const { element } = window.session;
        const [inner, outer] = [one.getBoundingClientRect(), element.getBoundingClientRect()];
        const content = element.shadowRoot?.querySelector('.main')?.getBoundingClientRect();
        const isInside =
          inner.left >= outer.left &&
          inner.right <= outer.right &&
          inner.top >= outer.top &&
          inner.bottom <= outer.bottom;
        return [isInside, inner.top >= (content?.bottom ?? 0), inner.bottom <= innerHeight && inner.top >= 0];
      });
    for (const style of ['', 'margin: 200px 100px 0 400px', 'margin: 50px 0 0 auto; inline-size: 260px'] as const) {
      await session.page.evaluate((css) => {
        window.session.element.style.cssText = css;
      }, style);
      await expect.poll(boxes, { message: style }).toEqual([true, true, true]);
    }
  });

  it('waits there too where the session is scrolled, in the window or in a part of it', async () => {
    await session.feed(
      ...Array.from({ length: 12 }, (_, i) => surface(`s${i}`, `S ${i}`)),
      ask('a', { kind: 'confirm' }),
    );
    await session.wait(500);
    await session.page.keyboard.press('Escape');
    await session.wait(50);
    const chip = session.page.getByRole('button', { name: '1 question waiting' });
    const around = (scroller: string, top: number) =>
      session.page.evaluate(
        ([css, at]) => {
          const main = document.querySelector('main') as HTMLElement;
          main.style.cssText = css;
          (css === '' ? document.scrollingElement : main)?.scrollTo(0, at);
        },
        [scroller, top] as const,
      );
    const isInside = (scroller: string) =>
      chip.evaluate((one, css) => {
        const [inner, outer] = [one.getBoundingClientRect(), window.session.element.getBoundingClientRect()];
        const part = css === '' ? undefined : document.querySelector('main')?.getBoundingClientRect();
        const [top, bottom] = [part?.top ?? 0, part?.bottom ?? innerHeight];
        return (
          inner.top >= Math.max(outer.top, top) &&
          inner.bottom <= Math.min(outer.bottom, bottom) &&
          inner.left >= outer.left
        );
      }, scroller);
    for (const scroller of [
      '',
      'block-size: 300px; overflow: auto',
      'margin-block-start: 40px; block-size: 400px; overflow: auto',
    ])
      for (const top of [0, 200, 500, 100_000, 0]) {
        await around(scroller, top);
        await expect.poll(() => isInside(scroller), { message: `${scroller} ${top}` }).toBe(true);
      }
    await around('', 0);
  });

  it('leaves nothing that has the focus under its chip, wherever the focus goes', async () => {
    await session.feed(...Array.from({ length: 12 }, (_, i) => surface(`s${i}`, `S ${i}`)));
    const last = session.page.getByLabel('Name in s11');
    await last.focus();
    await last.evaluate((one) => one.scrollIntoView({ block: 'end' }));
    await session.feed(ask('a', { kind: 'confirm' }));
    await session.wait(500);
    await session.page.keyboard.press('Escape');
    // The clock of the page is false, and so are its frames; where a chip stands is known at a real one.
    for (let frame = 0; frame < 4; frame++) {
      await session.wait(16);
      await session.page.evaluate(
        () => new Promise<void>((drawn) => new ResizeObserver(() => drawn()).observe(document.body)),
      );
    }
    const chip = session.page.getByRole('button', { name: '1 question waiting' });
    const isCovered = async (field: typeof last) => {
      await session.wait(50);
      const [over, under] = await Promise.all([chip.boundingBox(), field.boundingBox()]);
      if (over === null || under === null) return undefined;
      return over.y < under.y + under.height && over.y + over.height > under.y;
    };
    await expect.poll(() => isCovered(last)).toBe(false);
    const other = session.page.getByLabel('Name in s5');
    await other.evaluate((one) => one.scrollIntoView({ block: 'end' }));
    expect(await isCovered(other)).toBe(true);
    await other.evaluate((one) => (one as HTMLElement).focus({ preventScroll: true }));
    await expect.poll(() => isCovered(other)).toBe(false);
  });

  it('returns the focus to where it was', async () => {
    await session.feed(surface('s', 'Main'));
    await session.page.getByLabel('Name in s').focus();
    await session.feed(ask('a', { kind: 'confirm' }));
    await session.feed({ op: 'withdraw', ask: 'a' });
    await session.page.keyboard.type('typed on');
    expect(await session.page.getByLabel('Name in s').inputValue()).toBe('typed on');
  });

  it('that a key has asked for takes the answer at once; one that may be approved does not take the focus there', async () => {
    await session.feed(surface('s', 'Main'));
    const go = button('Go s');
    await go.focus();
    for (const key of ['Shift+Tab', 'x', 'Tab', 'Enter']) await session.page.keyboard.press(key);
    await session.feed(ask('a', { kind: 'text' }));
    await session.page.keyboard.type('Ada');
    expect(await session.page.getByLabel('Question a?').inputValue()).toBe('Ada');
    await session.feed({ op: 'withdraw', ask: 'a' });
    await go.focus();
    await session.page.keyboard.press(' ');
    await session.feed(ask('b', { kind: 'confirm' }));
    expect(await dialog().locator('button:focus').count()).toBe(0);
  });

  it('survives the element being taken from the page and put back', async () => {
    await session.feed(ask('a', { kind: 'confirm' }));
    await session.page.evaluate(() => {
      const { element } = window.session;
      element.remove();
      document.querySelector('main')?.append(element);
      element.flush();
    });
    await session.wait(600);
    await press('Approve');
    expect(await session.sent()).toEqual([{ event: 'answer', ask: 'a', value: true }]);
  });
});

describe('The countdown', () => {
  it('shows the time that is left each second and says it at 60, 30 and 10 seconds', async () => {
    await session.feed(ask('a', { kind: 'confirm' }, { until: await session.moment(70) }));
    const timer = dialog().getByRole('timer');
    const said = () => dialog().getByRole('status').first().textContent();
    expect(await timer.textContent()).toBe('1:10 left');
    expect(await said()).toBe('');
    await session.wait(5000);
    expect(await timer.textContent()).toBe('1:05 left');
    await session.wait(5000);
    expect(await said()).toBe('60 seconds left to answer.');
    await session.wait(29_000);
    expect(await said()).toBe('60 seconds left to answer.');
    await session.wait(1000);
    expect(await said()).toBe('30 seconds left to answer.');
    await session.wait(20_000);
    expect(await said()).toBe('10 seconds left to answer.');
    await session.wait(10_000);
    expect(await timer.textContent()).toContain('Time is up');
    await session.feed({ op: 'lapse', ask: 'a', reason: 'timeout' });
    expect(await dialog().count()).toBe(0);
    await session.page.getByText('The time for a question ran out.').waitFor();
    expect(await session.sent()).toEqual([]);
  });

  it('is left out when the deadline cannot be read', async () => {
    await session.feed(ask('a', { kind: 'confirm' }, { until: 'soon' }));
    await dialog().waitFor();
    expect(await dialog().getByRole('timer').count()).toBe(0);
  });
});

describe('The chrome of questions', () => {
  it('lies over what surfaces and panels draw later', async () => {
    await session.feed(surface('s', 'Main'), ask('a', { kind: 'confirm' }));
    await session.feed(surface('o', 'Over', { position: 'overlay' }));
    await session.wait(300);
    const covered = await session.page.evaluate(() => {
      const root = window.session.element.shadowRoot as ShadowRoot;
      return root.querySelector('.panels')?.matches(':popover-open');
    });
    expect(covered).toBe(false);
    const contain = session.page.locator('vitrine-surface').first();
    expect(await contain.evaluate((element) => getComputedStyle(element).contain)).toBe('content');
    await session.feed({ op: 'withdraw', ask: 'a' });
    await session.page.getByRole('dialog', { name: 'Panel from Ledger' }).waitFor();
  });

  it('comes back to the front, unarmed, when a dialog of the page covers it', async () => {
    await session.feed(ask('a', { kind: 'confirm' }));
    await session.wait(600);
    await session.page.evaluate(() => {
      const other = document.createElement('dialog');
      other.textContent = 'I am the question';
      other.style.cssText = 'position:fixed;inset:0;width:100vw;height:100vh';
      document.body.append(other);
      other.showModal();
    });
    await session.wait(250);
    expect(await button('Approve').isDisabled()).toBe(true);
    await session.wait(500);
    await press('Approve');
    expect(await session.sent()).toHaveLength(1);
    await session.page.evaluate(() => document.querySelector('body > dialog')?.remove());
  });

  it('is not in the way of another session: one of them asks at a time', async () => {
    await session.page.evaluate(() => {
      const other = document.createElement('vitrine-session') as typeof window.session.element;
      other.agentName = 'Other';
      other.view = window.session.fold;
      document.querySelector('main')?.append(other);
    });
    await session.feed(ask('a', { kind: 'confirm' }));
    await session.wait(600);
    expect(await session.page.getByRole('heading', { name: /asks for your approval/ }).allTextContents()).toEqual([
      'Ledger asks for your approval',
    ]);
    await session.page.keyboard.press('Escape');
    await session.wait(600);
    await dialog().getByRole('heading', { name: 'Other asks for your approval' }).waitFor();
    await press('Approve');
    expect(await session.sent()).toEqual([{ event: 'answer', ask: 'a', value: true }]);
    await session.feed({ event: 'answer', ask: 'a', value: true });
    await session.wait(50);
    expect(await dialog().count()).toBe(0);
  });

  it('stays unanswered while something covers it again and again', async () => {
    await session.feed(ask('a', { kind: 'confirm' }));
    await session.wait(600);
    await session.page.evaluate(() => {
      const cover = document.createElement('dialog');
      cover.style.cssText = 'position:fixed;inset:0;width:100vw;height:100vh';
      document.body.append(cover);
      const again = () => {
        cover.close();
        cover.showModal();
      };
      again();
      Object.assign(window, { fight: setInterval(again, 50) });
    });
    await session.wait(3000);
    expect(await button('Approve').isDisabled()).toBe(true);
    await session.page.evaluate(() => {
      clearInterval((window as unknown as { fight: number }).fight);
      document.querySelector('body > dialog')?.remove();
    });
    await session.wait(250);
    expect(await button('Approve').isDisabled()).toBe(true);
    await session.wait(500);
    expect(await button('Approve').isDisabled()).toBe(false);
  });

  it('holds notes back until the question has left the front', async () => {
    await session.feed(ask('a', { kind: 'confirm' }));
    await session.feed(toast('Saved'));
    expect(await session.page.getByText('Saved').count()).toBe(0);
    await session.wait(10_000);
    await session.page.keyboard.press('Escape');
    await session.wait(50);
    await session.page.getByText('Saved').waitFor();
  });

  it('makes an agent’s words harmless and short', async () => {
    await session.page.evaluate(() => {
      window.session.element.agentName = `Bank\u202e${'x'.repeat(200)}`;
    });
    await session.feed(
      ask('a', { kind: 'confirm', confirm: 'y'.repeat(500) }, { prompt: `a\u202eb${'z'.repeat(1e5)}` }),
    );
    const words = (await dialog().textContent()) ?? '';
    expect(words).not.toContain('\u202e');
    expect(words.length).toBeLessThan(5000);
    expect(await session.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});
