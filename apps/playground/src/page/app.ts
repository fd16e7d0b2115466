// The page as a whole: the text is read into a session, at once or slowly; whatever changes is drawn in the next frame.

import { Editor, type LineMark } from './editor.ts';
import { byId, replaceRows, setText } from './element.ts';
import { Player, type PlayerState } from './player.ts';
import { drawIssues, drawMessages } from './report-lists.ts';
import { ResultView } from './result-view.ts';
import { type LocatedIssue, type MessageResult, WorkbenchSession } from './session.ts';
import { markSelected, wireTabs } from './tab-bar.ts';

/** Steps a second, by the position of the slider. */
const SPEEDS = [1, 2, 4, 8, 16, 32, 64];
/** Above this a reading at every keystroke would be felt. */
const MAX_LIVE_LENGTH = 200_000;
const PLAY_LABELS: { readonly [state in PlayerState]: string } = {
  whole: 'Stream it',
  playing: 'Pause',
  paused: 'Continue',
  done: 'Stream again',
};

export class App {
  readonly #editor: Editor;
  readonly #player: Player;
  readonly #result: ResultView;
  readonly #strict = byId('strict', HTMLInputElement);
  readonly #play = byId('play', HTMLButtonElement);
  readonly #whole = byId('whole', HTMLButtonElement);
  readonly #progress = byId('progress', HTMLProgressElement);
  #session = new WorkbenchSession('');
  #frame = 0;
  #delay = 0;

  constructor() {
    const redraw = () => this.#schedule();
    this.#editor = new Editor(byId('stream', HTMLTextAreaElement), byId('gutter', HTMLElement), () => this.#edited());
    this.#player = new Player({ after: runAfter }, redraw);
    this.#result = new ResultView(redraw);
    this.#strict.addEventListener('change', () => this.#read());
    this.#wirePlayer();
    this.#wireReport();
    this.#read();
  }

  load(text: string): void {
    this.#editor.text = text;
    this.#result.forgetEvents();
    this.#read();
  }

  /** A sentence that is no issue of the stream: a file that could not be read. */
  say(text: string): void {
    setText(byId('counts', HTMLElement), text);
  }

  #edited(): void {
    clearTimeout(this.#delay);
    if (this.#editor.text.length < MAX_LIVE_LENGTH) this.#read();
    else this.#delay = setTimeout(() => this.#read(), 400);
  }

  #read(): void {
    this.#begin().rest();
    this.#player.whole();
  }

  #begin(): WorkbenchSession {
    this.#session = new WorkbenchSession(this.#editor.text, this.#strict.checked);
    return this.#session;
  }

  #wirePlayer(): void {
    this.#play.addEventListener('click', () => {
      if (this.#player.state === 'playing') this.#player.pause();
      else if (this.#player.state === 'paused') this.#player.resume();
      else this.#player.play(this.#begin());
    });
    byId('step', HTMLButtonElement).addEventListener('click', () => {
      if (this.#player.state === 'playing') this.#player.pause();
      else if (this.#player.state !== 'paused') this.#player.hold(this.#begin());
      this.#player.step();
    });
    this.#whole.addEventListener('click', () => {
      this.#session.rest();
      this.#player.whole();
    });
    const speed = byId('speed', HTMLInputElement);
    const setSpeed = () => {
      const perSecond = SPEEDS[speed.valueAsNumber] ?? 4;
      this.#player.setSpeed(perSecond);
      setText(byId('speed-value', HTMLOutputElement), `${perSecond}/s`);
    };
    speed.addEventListener('input', setSpeed);
    setSpeed();
  }

  #wireReport(): void {
    const tab = byId('issues-tab', HTMLElement);
    const list = tab.parentElement as HTMLElement;
    wireTabs(list, (chosen) => {
      markSelected(list, chosen);
      byId('issues', HTMLElement).hidden = chosen !== tab;
      byId('messages', HTMLElement).hidden = chosen === tab;
    });
  }

  #schedule(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const session = this.#session;
    const { state } = this.#player;
    this.#result.update(session);
    const found = session.found();
    const marks = marksOf(session.messages);
    this.#editor.mark(marks, state === 'playing' || state === 'paused' ? (session.current?.line ?? 0) : undefined);
    this.#drawReport(session, found);
    setText(this.#play, PLAY_LABELS[state]);
    this.#play.disabled = session.steps.length === 0;
    byId('step', HTMLButtonElement).disabled = session.steps.length === 0;
    this.#whole.disabled = state === 'whole' || state === 'done';
    this.#progress.max = Math.max(1, session.steps.length);
    this.#progress.value = session.fed;
    // Read aloud once it is over, not at every step.
    if (state !== 'playing') setText(byId('counts', HTMLElement), counts(session, found));
  }

  #drawReport(session: WorkbenchSession, found: readonly LocatedIssue[]): void {
    const open = (one: LocatedIssue | MessageResult) => {
      const range = 'issue' in one ? session.rangeOf(one) : one.step.range;
      if (range !== undefined && one.step !== undefined) this.#editor.select(range, one.step.line);
    };
    replaceRows(byId('issues', HTMLElement), ...drawIssues(found, session.steps.length > 0, open));
    replaceRows(byId('messages', HTMLElement), ...drawMessages(session.messages, open));
    const badge = byId('issue-count', HTMLElement);
    setText(badge, String(found.length));
    badge.className = `badge ${worst(found)}`;
    setText(byId('message-count', HTMLElement), String(session.messages.length));
  }
}

function runAfter(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

function worst(found: readonly LocatedIssue[]): string {
  if (found.some(({ issue }) => issue.severity === 'error')) return 'error';
  return found.length > 0 ? 'warning' : '';
}

function marksOf(messages: readonly MessageResult[]): Map<number, LineMark> {
  const marks = new Map<number, LineMark>();
  for (const { step, ok, dialect, issues } of messages) {
    const state = !ok ? 'refused' : issues.length > 0 ? 'warned' : 'fine';
    // Of several messages on one line the worst is shown.
    if (marks.get(step.line)?.state === 'refused') continue;
    marks.set(step.line, { label: dialect?.replace('a2ui-', '') ?? '?', state });
  }
  return marks;
}

function counts({ messages, steps, fed }: WorkbenchSession, found: readonly LocatedIssue[]): string {
  if (steps.length === 0) return '';
  const accepted = messages.filter(({ ok }) => ok).length;
  const errors = found.filter(({ issue }) => issue.severity === 'error').length;
  const parts = [`${accepted} of ${messages.length} accepted`];
  if (errors > 0) parts.push(`${errors} ${errors === 1 ? 'error' : 'errors'}`);
  if (found.length > errors)
    parts.push(`${found.length - errors} ${found.length - errors === 1 ? 'warning' : 'warnings'}`);
  if (fed < steps.length) parts.push(`${steps.length - fed} to come`);
  return parts.join(', ');
}
