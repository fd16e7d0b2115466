// Which question is in front: one at a time, in the order they were asked. Escape and "Later" put the questions aside
// behind a chip; only a button answers, and an answer is sent once.

import { issue, type Json, jsonEqual, mayApprove, quote, untracked, type View } from '@vitrine/core/page';
import { AskPanel } from './ask-panel.ts';
import { button, relabel } from './button.ts';
import { Guard } from './guard.ts';
import { isFromElsewhere } from './origin-mark.ts';
import type { Region, Regions } from './region.ts';
import type { SessionHost } from './session-host.ts';
import { Typing } from './typing.ts';

type QueuedAsk = ReturnType<View['asks']['get']> & {};

/** Often enough to see when something else has come to the front. */
const TICK_MS = 250;
/** How often in a row the dialog comes back over what has covered it. */
const RAISES = 3;

export class AskQueue {
  readonly #host: SessionHost;
  readonly #region: Region;
  readonly #guard = new Guard((armed) => this.#panel?.arm(armed));
  readonly #typing: Typing;
  readonly #chip: HTMLButtonElement;
  /** What was answered, as it was when it was answered: asked anew under its id, it is another question. */
  readonly #sent: Map<string, QueuedAsk>;
  /** What cannot be answered and was looked at. */
  readonly #seen = new Map<string, QueuedAsk>();
  readonly #again = (): void => this.#region.schedule();
  #panel: AskPanel | undefined;
  #trusted = true;
  #aside = false;
  /** For how many ticks it has been covered. */
  #covered = 0;
  /** How many the chip spoke of last. */
  #announced = 0;
  #ticks: ReturnType<typeof setInterval> | undefined;

  constructor(host: SessionHost, regions: Regions, chips: HTMLElement) {
    this.#host = host;
    this.#sent = host.answered;
    this.#typing = new Typing(host.layers.dialog, this.#guard);
    this.#chip = button('', 'chip ask-chip', () => this.#setAside(false), 'shield');
    this.#chip.hidden = true;
    chips.prepend(this.#chip);
    const { dialog } = host.layers;
    dialog.setAttribute('aria-labelledby', 'ask-title');
    dialog.setAttribute('aria-describedby', 'ask-origin ask-prompt');
    dialog.addEventListener('cancel', (event) => {
      // A file picker that is closed says cancel too, and it bubbles.
      if (event.target !== dialog) return;
      event.preventDefault();
      this.#leave();
    });
    // A second Escape closes a dialog without asking.
    dialog.addEventListener('close', () => {
      if (!dialog.open && this.#ticks !== undefined) this.#leave();
    });
    this.#region = regions.add(() => this.#draw());
  }

  /** The host did not take the answer. */
  refuse(ask: string, problem: string): void {
    if (!this.#sent.delete(ask)) return;
    if (this.#panel?.op.ask === ask) {
      this.#panel.refuse(problem);
      this.#guard.restart();
    }
    this.#region.schedule();
  }

  /** The element left the page; the dialog with it. */
  suspend(): void {
    this.#rest();
  }

  dispose(): void {
    this.#rest();
    this.#typing.dispose();
    this.#chip.remove();
  }

  #draw(): void {
    const { asks } = this.#host.view;
    this.#forget(asks);
    const waiting = [...asks.values()].filter((op) => this.#isOpen(op));
    if (this.#panel === undefined && waiting[0] !== undefined) this.#open(waiting[0]);
    if (waiting.length === 0) this.#aside = false;
    const here = this.#panel?.isSent === true ? 0 : waiting.length;
    this.#panel?.count(here);
    this.#panel?.speak(this.#host.agent);
    if (this.#panel === undefined || this.#aside) this.#rest();
    else this.#raise();
    this.#drawChip(this.#aside ? waiting.length : 0);
  }

  /** It was neither answered, here or before the page was loaded anew, nor looked at where nothing else can be done. */
  #isOpen({ ask }: QueuedAsk): boolean {
    if (this.#sent.has(ask) || this.#seen.has(ask)) return false;
    return !this.#host.settings.pending.some((event) => event.event === 'answer' && event.ask === ask);
  }

  #forget(asks: ReadonlyMap<string, QueuedAsk>): void {
    const panel = this.#panel;
    const now = panel === undefined ? undefined : asks.get(panel.op.ask);
    if (panel !== undefined && (!isSame(now, panel.op) || this.#trusts(panel.op) !== this.#trusted)) {
      this.#panel = undefined;
      this.#guard.stop();
      if (now === undefined) this.#sayGone(panel);
    }
    for (const known of [this.#sent, this.#seen]) {
      for (const [id, op] of known) {
        if (!isSame(asks.get(id), op)) known.delete(id);
      }
    }
  }

  #sayGone(panel: AskPanel): void {
    const { words } = this.#host;
    if (panel.isSent) return this.#host.announce(words.received);
    if (this.#seen.has(panel.op.ask)) return;
    this.#host.note(panel.isOver ? words.ranOut : words.takenBack);
  }

  #trusts({ trust }: QueuedAsk): boolean {
    return !isFromElsewhere(this.#host, trust);
  }

  #open(op: QueuedAsk): void {
    const { view, agent } = this.#host;
    const trusted = this.#trusts(op);
    this.#trusted = trusted;
    this.#panel = new AskPanel({
      op,
      agent,
      trusted,
      approvals: this.#host.settings.approvals,
      words: () => this.#host.words,
      isOffline: () => this.#host.settings.offline,
      limits: view.limits,
      report: (problem) => this.#host.report(problem),
      answer: (value) => this.#answer(op, value),
      later: () => this.#setAside(true),
      close: () => this.#close(op, trusted),
    });
    const { dialog } = this.#host.layers;
    dialog.className = `ask ${op.severity === 'warning' || op.severity === 'critical' ? op.severity : 'info'}`;
    dialog.replaceChildren(this.#panel.dom);
    if (dialog.open) this.#inFront();
    if (op.want.kind === 'confirm' && !trusted) {
      const message = `The ask ${quote(op.ask)} wants an approval, and is not trusted.`;
      this.#host.report(issue('VITRINE_ASK_UNTRUSTED', 'error', message));
    }
  }

  #answer(op: QueuedAsk, value: Json): void {
    if (this.#sent.has(op.ask) || this.#panel?.op !== op) return;
    if (!this.#stands(op)) return this.#region.schedule();
    this.#sent.set(op.ask, op);
    const others = [...this.#host.view.asks.values()].filter((one) => this.#isOpen(one));
    this.#panel.sent(others.length);
    this.#host.send({ event: 'answer', ask: op.ask, value });
    this.#region.schedule();
  }

  /** Invariant: what is answered is what was seen. What is drawn is a frame behind what is asked by now. */
  #stands(op: QueuedAsk): boolean {
    const { view, settings } = this.#host;
    if (!mayApprove(op, settings.trust)) return false;
    return isSame(
      untracked(() => view.asks.get(op.ask)),
      op,
    );
  }

  /** From a question that needs nothing more of the person. */
  #close(op: QueuedAsk, trusted: boolean): void {
    if (op.want.kind === 'confirm' && !(trusted && this.#host.settings.approvals)) this.#seen.set(op.ask, op);
    this.#panel = undefined;
    this.#guard.stop();
    this.#region.schedule();
  }

  /** Escape: never an answer. */
  #leave(): void {
    const panel = this.#panel;
    if (panel?.isSent === true) this.#close(panel.op, true);
    this.#setAside(true);
  }

  #setAside(aside: boolean): void {
    this.#aside = aside;
    if (aside) this.#rest();
    this.#region.schedule();
  }

  #raise(): void {
    const { layers } = this.#host;
    if (layers.dialog.open || !layers.ask(this.#again)) return;
    this.#covered = 0;
    this.#inFront();
    clearInterval(this.#ticks);
    this.#ticks = setInterval(() => this.#tick(), TICK_MS);
  }

  #inFront(): void {
    this.#panel?.tick();
    const panel = this.#panel;
    panel?.focus(this.#typing.interrupt(panel.isWritten));
    this.#guard.restart();
  }

  #tick(): void {
    this.#panel?.tick();
    if (document.hidden) return;
    if (this.#host.layers.isAskInFront()) {
      if (this.#covered > RAISES) this.#guard.restart();
      this.#covered = 0;
      return;
    }
    this.#covered++;
    this.#guard.stop();
    // Whoever comes back each time would otherwise flicker with us for ever; covered, it cannot be answered.
    if (this.#covered <= RAISES && this.#host.layers.ask(this.#again)) this.#inFront();
  }

  #rest(): void {
    clearInterval(this.#ticks);
    this.#ticks = undefined;
    this.#guard.stop();
    this.#host.layers.rest();
  }

  #drawChip(waiting: number): void {
    this.#chip.hidden = waiting === 0;
    const words = this.#host.words.waiting(waiting);
    relabel(this.#chip, words);
    if (waiting > this.#announced) this.#host.announce(`${words}.`);
    this.#announced = waiting;
    this.#host.layers.settle();
  }
}

function isSame(now: QueuedAsk | undefined, op: QueuedAsk): boolean {
  return now !== undefined && jsonEqual(now as unknown as Json, op as unknown as Json);
}
