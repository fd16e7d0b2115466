// What the agent is busy with. Progress is shown and not read out; that a task is done is said once, quietly.

import type { TaskOp } from '@vitrine/core';
import { make, text } from '../dom.ts';
import { button } from './button.ts';
import type { SessionHost } from './session-host.ts';
import { TaskRow } from './task-row.ts';
import { count, line } from './words.ts';

const FEW = 5;
const MOST = 100;

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
    this.#sayGone(tasks);
    const agent = line(this.#host.settings.agentName, 60);
    this.dom.setAttribute('aria-label', agent === '' ? 'Tasks' : `Tasks of ${agent}`);
    this.#names = new Map([...tasks].map(([id, op]) => [id, nameOf(op)]));
    const most = this.#all ? MOST : FEW;
    const visible = new Map([...tasks].slice(0, most));
    for (const [id, row] of this.#rows) if (!visible.has(id)) this.#remove(id, row);
    for (const [id, op] of visible) this.#drawRow(id, op);
    this.dom.hidden = tasks.size === 0;
    const rest = tasks.size - FEW;
    this.#more.hidden = rest <= 0;
    this.#more.setAttribute('aria-expanded', String(this.#all));
    text(this.#more, this.#all ? moreThanMost(tasks.size) : `Show ${rest} more`);
  }

  #drawRow(id: string, op: TaskOp): void {
    let row = this.#rows.get(id);
    if (row === undefined) {
      row = new TaskRow(this.#host.view.env.locale, () => this.#cancel(id));
      this.#rows.set(id, row);
      this.#list.append(row.dom);
    }
    row.draw(op, nameOf(op), this.#cancelled.has(id));
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
    if (gone.length > 1) this.#host.announce(`${gone.length} tasks are over.`);
    const [only] = gone;
    if (gone.length === 1 && only !== undefined) {
      this.#host.announce(`${this.#cancelled.has(only[0]) ? 'Stopped' : 'Done'}: ${only[1]}`);
    }
    for (const [id] of gone) this.#cancelled.delete(id);
  }
}

function nameOf(op: TaskOp): string {
  return line(op.message, 200) || `Task ${line(op.task, 40)}`;
}

function moreThanMost(size: number): string {
  return size > MOST ? `Show fewer (${count(size - MOST, 'task is', 'tasks are')} not listed)` : 'Show fewer';
}
