// What a reader has not been told yet: structure is kept in its order, writes to one path are one write. However slow the
// reader, this stays bounded: past a limit, what is kept is the state itself.

import type { Op, View } from '@vitrine/core';

const MAX_OPS = 1000;

export class PendingOps {
  #ops: Op[] = [];
  /** Where the last write to a path stands. */
  readonly #writes = new Map<string, number>();

  get isEmpty(): boolean {
    return this.#ops.length === 0;
  }

  /** `view`: the state after the ops. */
  add(ops: readonly Op[], view: View): void {
    for (const op of ops) this.#one(op);
    if (this.#ops.length > MAX_OPS) this.#condense(view);
  }

  drain(): readonly Op[] {
    const ops = this.#ops;
    this.#ops = [];
    this.#writes.clear();
    return ops;
  }

  #one(op: Op): void {
    if (op.op !== 'set' && op.op !== 'append') {
      // Behind another structure a path may mean something else.
      if (op.op !== 'put') this.#writes.clear();
      this.#ops.push(op);
      return;
    }
    const key = `${op.surface} ${op.path}`;
    const before = this.#writes.get(key);
    const old = before === undefined ? undefined : this.#ops[before];
    if (before === undefined || old === undefined) {
      this.#writes.set(key, this.#ops.length);
      this.#ops.push(op);
    } else if (op.op === 'set') this.#ops[before] = op;
    else if (old.op === 'append' && typeof old.value === 'string' && typeof op.value === 'string')
      this.#ops[before] = { ...old, value: old.value + op.value };
    else if (old.op === 'set' && typeof old.value === 'string' && typeof op.value === 'string')
      this.#ops[before] = { ...old, value: old.value + op.value };
    else this.#ops.push(op);
  }

  /** Everything that the surfaces hold, once: as much as fits on them. */
  #condense(view: View): void {
    const opened = this.#ops.filter(({ op }) => op === 'open' || op === 'close').slice(-2);
    const states = [...view.surfaces].flatMap(([surface, { data }]): Op[] => [
      { op: 'put', surface, components: view.surfaces.get(surface)?.components() ?? [] },
      { op: 'set', surface, path: '/', value: data.snapshot() },
    ]);
    this.#ops = [...opened, ...this.#questions(), ...states];
    this.#writes.clear();
  }

  /** A question that was put and settled while nobody read is no news. */
  #questions(): readonly Op[] {
    const asked = new Map<string, Op>();
    const settled: Op[] = [];
    for (const op of this.#ops) {
      if (op.op === 'ask') asked.set(op.ask, op);
      else if (op.op === 'withdraw' && !asked.delete(op.ask)) settled.push(op);
    }
    return [...settled, ...asked.values()];
  }
}
