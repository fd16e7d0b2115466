// What the agent is busy with. Progress is shown and not read out; that a task is done is said once, quietly.

import type { TaskOp, TrustMarked } from '@vitrine/core/page';
import { make, text } from '../dom.ts';
import type { SessionWords } from '../english/session.ts';
import { button } from './button.ts';
import { isFromElsewhere } from './origin-mark.ts';
import type { ChromeWords, SessionHost } from './session-host.ts';
import { TaskRow } from './task-row.ts';
import { line } from './words.ts';

const MAX_COLLAPSED = 5;
const MAX_TASKS = 100;

export class TaskList {
  readonly dom = make('section', 'tasks');
  readonly #host: SessionHost;
  readonly #list = make('ul', 'task-list');
  readonly #more: HTMLButtonElement;
  readonly #rows = new Map<string, TaskRow>();
  /** Every open task with what it was last called, drawn or not. */
  #names = new Map<string, string>();
  readonly #cancelled = new Set<string>();
  #all = false;

  constructor(host: SessionHost) {
    this.#host = host;
    this.dom.hidden = true;
    this.dom.tabIndex = -1;
    this.#more = button('', 'quiet', () => {
      this.#all = !this.#all;
      this.draw();
    });
    this.dom.append(this.#list, this.#more);
  }

  draw(): void {
    const { tasks } = this.#host.view;
    const { words } = this.#host;
    this.#sayGone(tasks);
    const agent = line(this.#host.settings.agentName, 60);
    this.dom.setAttribute('aria-label', agent === '' ? words.tasks : words.tasksOf(agent));
    this.#names = new Map([...tasks].map(([id, op]) => [id, nameOf(op, words)]));
    const most = this.#all ? MAX_TASKS : MAX_COLLAPSED;
    const visible = new Map([...tasks].slice(0, most));
    for (const [id, row] of this.#rows) if (!visible.has(id)) this.#remove(id, row);
    for (const [id, op] of visible) this.#drawRow(id, op, words);
    this.dom.hidden = tasks.size === 0;
    const rest = tasks.size - MAX_COLLAPSED;
    this.#more.hidden = rest <= 0;
    this.#more.setAttribute('aria-expanded', String(this.#all));
    text(this.#more, this.#all ? fewer(tasks.size, words) : words.showTasks(rest));
  }

  #drawRow(id: string, op: TrustMarked<TaskOp>, words: ChromeWords): void {
    let row = this.#rows.get(id);
    if (row === undefined) {
      row = new TaskRow(this.#host.view.env.locale, () => this.#cancel(id));
      this.#rows.set(id, row);
      this.#list.append(row.dom);
    }
    const { pending, offline } = this.#host.settings;
    const isPending = pending.some((event) => event.event === 'cancel' && event.task === id);
    const is = {
      cancelled: isPending || this.#cancelled.has(id),
      offline: isPending && offline,
      foreign: isFromElsewhere(this.#host, op.trust),
    };
    row.draw(op, nameOf(op, words), is, words);
  }

  #cancel(id: string): void {
    if (this.#cancelled.has(id) || !this.#names.has(id)) return;
    this.#cancelled.add(id);
    this.#host.send({ event: 'cancel', task: id });
    this.draw();
  }

  #remove(id: string, row: TaskRow): void {
    const hadFocus = row.dom.matches(':focus-within');
    row.dom.remove();
    this.#rows.delete(id);
    if (hadFocus) this.dom.focus();
  }

  #sayGone(tasks: ReadonlyMap<string, TaskOp>): void {
    const gone = [...this.#names].filter(([id]) => !tasks.has(id));
    const { words } = this.#host;
    if (gone.length > 1) this.#host.announce(words.tasksOver(gone.length));
    const [only] = gone;
    if (gone.length === 1 && only !== undefined) {
      const say = this.#cancelled.has(only[0]) ? words.taskStopped : words.taskDone;
      this.#host.announce(say(only[1]));
    }
    for (const [id] of gone) this.#cancelled.delete(id);
  }
}

function nameOf(op: TaskOp, words: SessionWords): string {
  return line(op.message, 200) || words.task(line(op.task, 40));
}

function fewer(size: number, { showFewer, unlisted }: SessionWords): string {
  return size > MAX_TASKS ? `${showFewer} (${unlisted(size - MAX_TASKS)})` : showFewer;
}
