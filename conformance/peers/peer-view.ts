// A page of a peer as a person uses it: finds a field by the words beside it and fills it in with keys and pointer. Where
// the renderers draw the same component in different ways, the difference stands here.

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Sent } from './pages/connect.ts';

export const PEERS = ['react-0.9', 'lit-0.9', 'react-0.8', 'lit-0.8'] as const;
export type PeerName = (typeof PEERS)[number];

export class PeerView {
  readonly peer: PeerName;
  readonly page: Page;
  /** Errors, and what a policy refused. */
  readonly complaints: string[] = [];

  constructor(peer: PeerName, page: Page) {
    this.peer = peer;
    this.page = page;
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && this.complaints.push(message.text()));
  }

  get dialect(): string {
    return `a2ui-${this.peer.slice(-3)}`;
  }

  async sees(words: string): Promise<void> {
    await expect.poll(() => this.text()).toContain(words);
  }

  async gone(words: string): Promise<void> {
    await expect.poll(() => this.text()).not.toContain(words);
  }

  /** As a person reads it: what stands in shadow trees too. */
  text(): Promise<string> {
    return this.page.locator('main').ariaSnapshot();
  }

  async type(label: string, text: string): Promise<void> {
    const field = this.#field(label);
    await field.click();
    await field.press('ControlOrMeta+a');
    await field.pressSequentially(text);
  }

  /**
   * With the arrow keys, month first. Who types a 0 into Lit's dates sees them emptied: that is no day yet, so the field
   * says "", and Lit writes what it says back into it. Only one date is on the page.
   */
  async day(to: string): Promise<void> {
    const field = this.page.locator('input[type=date]');
    const [, month = 0, day = 0] = (await field.inputValue()).split('-').map(Number);
    const [, toMonth = 0, toDay = 0] = to.split('-').map(Number);
    await field.focus();
    await this.#step('ArrowDown', 'ArrowUp', toMonth - month);
    await this.page.keyboard.press('ArrowRight');
    await this.#step('ArrowDown', 'ArrowUp', toDay - day);
    await this.page.keyboard.press('Tab');
    expect(await field.inputValue()).toBe(to);
  }

  async #step(less: string, more: string, steps: number): Promise<void> {
    for (let i = 0; i < Math.abs(steps); i++) await this.page.keyboard.press(steps < 0 ? less : more);
  }

  /** Steps to the right, or to the left when negative. Only one slider is on the page. */
  async slide(steps: number): Promise<void> {
    await this.page.getByRole('slider').focus();
    await this.#step('ArrowLeft', 'ArrowRight', steps);
  }

  async check(label: string): Promise<void> {
    const field = this.page.getByRole('checkbox', { name: label, exact: true });
    await field.focus();
    await field.press('Space');
  }

  /**
   * One of the options, whatever they are drawn as. `instead` of another where only one may be chosen: Lit's choice of
   * 0.8 lets a person choose more, and one has to be taken away by hand.
   */
  async choose(option: string, instead?: string): Promise<void> {
    if (this.peer === 'react-0.8') {
      const select = this.page.locator('select', { has: this.page.locator('option', { hasText: option }) });
      await select.selectOption({ label: option });
    } else if (this.peer === 'lit-0.8') {
      if (instead !== undefined) await this.#toggle(instead);
      await this.#toggle(option);
    } else {
      const roles = (['radio', 'button', 'checkbox'] as const).map((role) =>
        this.page.getByRole(role, { name: option, exact: true }),
      );
      await roles.reduce((one, other) => one.or(other)).click();
    }
  }

  async #toggle(option: string): Promise<void> {
    const words = this.page.getByText(option, { exact: true });
    const list = this.page.locator('a2ui-multiplechoice', { has: words });
    if (!(await list.locator(words).isVisible())) await list.locator('.dropdown-header').click();
    await list.locator(words).click();
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** With the keyboard, and waits until the host has answered. */
  async press(name: string): Promise<Sent> {
    const before = (await this.sent()).length;
    await this.button(name).focus();
    await this.page.keyboard.press('Enter');
    await expect.poll(async () => (await this.sent()).length).toBe(before + 1);
    return (await this.sent())[before] as Sent;
  }

  /** Every button that can be pressed, one after the other, whatever lies above it; how many there were. */
  pressAll(): Promise<number> {
    return this.page.evaluate(async () => {
      window.open = () => null;
      const inside = (root: ParentNode): Element[] =>
        [...root.querySelectorAll('*')].flatMap((element) => [
          element,
          ...(element.shadowRoot ? inside(element.shadowRoot) : []),
        ]);
      const buttons = inside(document).filter((element) => element.matches('button:enabled')) as HTMLElement[];
      for (const button of buttons) {
        button.click();
        // What is pressed is told behind the next frame at the latest.
        await new Promise(requestAnimationFrame);
        while (window.peer.posting > 0) await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return buttons.length;
    });
  }

  /** What the person did; what went wrong on the way of a surface, before its data was there, the page says by itself. */
  sent(): Promise<Sent[]> {
    return this.page.evaluate(() => window.peer.sent.filter(({ message }) => !('error' in message)));
  }

  thrown(): Promise<string[]> {
    return this.page.evaluate(() => window.peer.thrown);
  }

  /** Nothing went wrong on the page; and it is not needed any more. */
  async isFine(): Promise<void> {
    expect(await this.thrown()).toEqual([]);
    expect(this.complaints).toEqual([]);
    await this.page.context().close();
  }

  #field(label: string): Locator {
    if (this.peer !== 'lit-0.9') return this.page.getByLabel(label, { exact: true });
    // Its labels belong to no field.
    return this.page.locator('a2ui-basic-textfield', { hasText: label }).locator('input, textarea');
  }
}
