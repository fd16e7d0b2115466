// What a person has entered and the host has not yet taken. It stands in the view already, written by the renderer; this
// keeps it there when an entry writes over it, and says what has to travel.

import {
  isObject,
  type Json,
  jsonEqual,
  type Replica,
  type Seq,
  type Surface,
  type SurfaceId,
} from '@vitrine/core/page';
import type { EventReceipt, PendingWrite } from './outbox.ts';

export interface PendingEdit extends PendingWrite {
  /** Keys of all that is under way with this value. None: it waits. */
  readonly keys: Set<string>;
  /** Who wants to know what becomes of it. */
  readonly tell: ((receipt: EventReceipt) => void)[];
  /** The host took it at this seq, but the line has not come so far. */
  takenAt?: number;
  /** The host did not take it by itself: it goes with the next action, which says why. */
  isRefused?: true;
  /** The surface that it was entered on, and the seq that was shown then. */
  on?: Surface | undefined;
  readonly basis?: Seq | undefined;
  /** What it was written over, and with which entry that came. */
  under?: { readonly value: Json | undefined; readonly seq: number };
}

export class Overlay {
  readonly #edits = new Map<string, PendingEdit>();

  get size(): number {
    return this.#edits.size;
  }

  get edits(): readonly PendingEdit[] {
    return [...this.#edits.values()];
  }

  /** A later edit of the same path takes the place of an earlier one, whatever became of that. */
  enter(
    { surface, path, value }: PendingWrite,
    tell: (receipt: EventReceipt) => void,
    on?: Surface,
    basis?: Seq,
  ): void {
    const id = JSON.stringify([surface, path]);
    const before = this.#edits.get(id);
    // Nobody will hear of an edit that never left but through the one that stands for it.
    const tellers = before?.keys.size === 0 ? [...before.tell, tell] : [tell];
    this.#edits.delete(id);
    this.#edits.set(id, { surface, path, value, keys: new Set(), tell: tellers, on, basis });
  }

  /** One that an earlier page has sent, or meant to send, as `key`. */
  recall({ surface, path, value }: PendingWrite, key: string): void {
    this.#edits.set(JSON.stringify([surface, path]), { surface, path, value, keys: new Set([key]), tell: [] });
  }

  /** Edits that nobody has been told of, but for those of one surface. */
  waiting(except?: SurfaceId): readonly PendingEdit[] {
    return this.edits.filter((edit) => edit.keys.size === 0 && edit.isRefused !== true && edit.surface !== except);
  }

  /** Everything on a surface that the host has not taken. */
  untaken(surface: SurfaceId): readonly PendingEdit[] {
    return this.edits.filter((edit) => edit.surface === surface && edit.takenAt === undefined);
  }

  /** The host took what was called `key`; the line stands at `at`. What was written later than it was taken comes back. */
  confirm(key: string, seq: number, at: number, view: Replica): void {
    for (const [id, edit] of this.#edits) {
      if (!edit.keys.has(key)) continue;
      if (seq > at) edit.takenAt = seq;
      else {
        this.#edits.delete(id);
        if (edit.under !== undefined && edit.under.seq >= seq) uncover(edit, edit.under.value, view);
      }
    }
  }

  /** Another view comes: what was written over in this one says nothing of it. */
  forgetUnder(): void {
    for (const edit of this.#edits.values()) delete edit.under;
  }

  /** What was called `key` is not taken. `alone`: it was nothing but the edit. */
  refused(key: string, alone: boolean): void {
    for (const edit of this.#edits.values()) if (edit.keys.delete(key) && alone) edit.isRefused = true;
  }

  /** Before an entry is applied: what the host took by then is no longer ours to hold. */
  reached(seq: number): void {
    for (const [id, edit] of this.#edits) if (edit.takenAt !== undefined && edit.takenAt <= seq) this.#edits.delete(id);
  }

  /**
   * After an entry was applied: what it wrote over is written again, except where the host has refused it, unless the
   * surface was only said anew with the same field. Gives the edits whose surface is gone; while a state is still being
   * fetched none is taken for gone.
   */
  restore(view: Replica, isWhole: boolean, seq: number): readonly PendingEdit[] {
    const gone: PendingEdit[] = [];
    for (const [id, edit] of this.#edits) {
      const surface = view.surfaces.get(edit.surface);
      const data = surface?.data;
      if (data === undefined) {
        if (!isWhole) continue;
        this.#edits.delete(id);
        gone.push(edit);
      } else if (!jsonEqual(data.get(edit.path), edit.value)) {
        if (edit.isRefused === true && !isSaidAnew(edit, surface as Surface)) this.#edits.delete(id);
        else {
          edit.on = surface;
          edit.under = { value: data.get(edit.path), seq };
          data.set(edit.path, edit.value);
        }
      }
    }
    return gone;
  }
}

/** Another surface of the same name and trust has the field that it was entered in. */
function isSaidAnew({ on, path }: PendingEdit, now: Surface): boolean {
  if (on === undefined || on === now || on.trust !== now.trust) return false;
  const fields = fieldsAt(on, path);
  return fields.length > 0 && jsonEqual(fields, fieldsAt(now, path));
}

function fieldsAt(surface: Surface, path: string): readonly string[] {
  const isBound = (value: Json | undefined): boolean => isObject(value) && value.path === path;
  const bound = surface.components().filter(({ props }) => isBound(props.value as Json | undefined));
  return bound.map(({ id, type }) => `${type} ${id}`).toSorted();
}

function uncover({ surface, path }: PendingWrite, value: Json | undefined, view: Replica): void {
  const data = view.surfaces.get(surface)?.data;
  if (value === undefined) data?.unset(path);
  else data?.set(path, value);
}

/** An edit as it travels. */
export function toWire({ surface, path, value }: PendingWrite): PendingWrite {
  return { surface, path, value };
}
