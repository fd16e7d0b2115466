// AgentChains for a viewer: ui.* notifications. What a surface shows is a function of its state (picture.ts); after an
// entry each surface that it touched is pictured again, and what makes the difference is sent: the update that the agent
// sent, or the shortest.

import {
  type AskOp,
  defined,
  type EffectOp,
  type Entry,
  isOp,
  type Json,
  type JsonObject,
  marked,
  mayApprove,
  type Op,
  type Steps,
  type Surface,
  SurfaceBudgets,
  type SurfaceId,
  type TaskOp,
  type Time,
  type Trust,
  type TrustMarked,
  takeAll,
  type View,
  type ViewerEvent,
} from '@vitrine/core/internal';
import type { Capabilities, DialectClock, Encoded } from '../dialect.ts';
import { dataChangeOf } from '../lowering/data-change.ts';
import { Losses } from '../lowering/losses.ts';
import { type Change, changeOf, type Update, updateIn } from './change.ts';
import { within } from './fallback.ts';
import { ownType, pictureSteps } from './picture.ts';
import { changeInPieces, inPieces } from './pieces.ts';
import { notification } from './rpc.ts';
import { askWords, effectWords, type MethodCall, taskWords } from './talk.ts';
import type { AgentchainsPicture } from './untrusted.ts';

interface Sent extends AgentchainsPicture {
  readonly metadata: JsonObject | undefined;
}

export interface Memory {
  /** The components of each surface, as the viewer has them. */
  readonly surfaces: Map<SurfaceId, readonly Sent[]>;
  readonly reportedLosses: Set<string>;
  readonly capabilities: Capabilities;
}

export function join(
  view: View,
  capabilities?: Capabilities,
  moment?: DialectClock,
): Encoded & { readonly memory: Memory } {
  return takeAll(joinSteps(view, capabilities, moment));
}

export function* joinSteps(
  view: View,
  capabilities: Capabilities = {},
  moment?: DialectClock,
): Steps<Encoded & { readonly memory: Memory }> {
  const memory: Memory = { surfaces: new Map(), reportedLosses: new Set(), capabilities };
  const encoding = new Encoding(view, memory, moment?.now);
  for (const id of view.surfaces.keys()) {
    yield* encoding.show(id);
    yield;
  }
  for (const ask of view.asks.values()) encoding.ask(ask);
  for (const task of view.tasks.values()) encoding.task(task);
  return { wire: encoding.wire, losses: encoding.losses.list, memory };
}

type EncodedEntry = Pick<Entry, 'body'> & Partial<Pick<Entry, 'at' | 'trust'>>;

export function encode(entry: EncodedEntry, view: View, memory: Memory): Encoded {
  return takeAll(encodeSteps(entry, view, memory));
}

export function* encodeSteps(entry: EncodedEntry, view: View, memory: Memory): Steps<Encoded> {
  const encoding = new Encoding(view, memory, entry.at, entry);
  for (const part of entry.body) {
    yield* encoding.take(part);
    yield;
  }
  yield* encoding.fill();
  return { wire: encoding.wire, losses: encoding.losses.list };
}

/** A component that lives no longer: AgentChains has no other word for taking one away. */
const GONE: JsonObject = { ttl_seconds: 0 };

class Encoding {
  readonly wire: Json[] = [];
  readonly losses: Losses;
  readonly #view: View;
  readonly #memory: Memory;
  readonly #now: Time | undefined;
  readonly #trust: Trust;
  readonly #body: EncodedEntry['body'];
  readonly #budgets: SurfaceBudgets;
  /** Pictured by this entry: the view is the state after it, so once is enough. */
  #done: Set<SurfaceId> | undefined;
  #hasRoom = false;

  constructor(view: View, memory: Memory, now: Time | undefined, entry: EncodedEntry = { body: [] }) {
    this.#trust = entry.trust ?? 'trusted';
    this.#body = entry.body;
    this.#view = view;
    this.#memory = memory;
    this.#budgets = new SurfaceBudgets(view.env.limits);
    this.#now = now;
    this.losses = new Losses(memory.reportedLosses);
  }

  *take(part: Op | ViewerEvent): Steps<void> {
    const changed = dataChangeOf(part);
    if (changed !== undefined) return yield* this.show(changed.surface);
    if (!isOp(part)) {
      if (part.event === 'answer') this.losses.tell('a question that was answered elsewhere stays on the screen');
      return;
    }
    switch (part.op) {
      case 'close':
        return yield* this.show(part.surface, true);
      case 'open':
      case 'reveal':
      case 'put':
        return yield* this.show(part.surface);
      case 'ask':
        return this.ask(this.#view.asks.get(part.ask) ?? part);
      case 'task':
        return this.task(part.done === true ? part : (this.#view.tasks.get(part.task) ?? part));
      case 'effect':
        return this.#effect(marked(part, this.#trust));
      case 'withdraw':
        return this.losses.tell('a question that was taken back stays on the screen');
      case 'lapse':
        return;
      default:
        return this.losses.tell(`${part.op} has no message`);
    }
  }

  /** `anew`: if it stands, it was opened again, and what was entered before is gone with it. */
  *show(id: SurfaceId, anew = false): Steps<void> {
    this.#done ??= new Set();
    if (this.#done.has(id)) return;
    this.#done.add(id);
    const surface = this.#view.surfaces.get(id);
    const before = this.#memory.surfaces.get(id) ?? [];
    const now = surface === undefined ? [] : yield* this.#picture(surface);
    for (const had of before) if (!now.some((one) => one.id === had.id)) this.#remove(had);
    const sent = surface === undefined || ownType(surface) === undefined ? undefined : updateIn(this.#body, id);
    for (const one of now) {
      const had = before.find(({ id: component }) => component === one.id);
      this.#send(one, anew ? undefined : had, sent);
    }
    if (now.length > 0) this.#memory.surfaces.set(id, now);
    else this.#memory.surfaces.delete(id);
    if (now.length < before.length) this.#hasRoom = true;
    if (surface === undefined) this.losses.forget(id);
  }

  /** What there was no room for is shown when something goes. */
  *fill(): Steps<void> {
    if (!this.#hasRoom || this.#memory.capabilities.surfaces === undefined) return;
    for (const id of this.#view.surfaces.keys()) {
      yield* this.show(id);
      yield;
    }
  }

  *#picture(surface: Surface): Steps<readonly Sent[]> {
    const { components } = this.#memory.capabilities;
    const lose = (what: string): void => this.losses.tell(what, surface.id);
    const pictures = yield* pictureSteps(surface, this.#view, this.#budgets, lose);
    const shown = pictures.flatMap((one) => within(one, components, lose) ?? []);
    const room = this.#roomFor(surface.id);
    if (shown.length > room) lose('the viewer has no room for another component');
    const metadata = this.#metadata(surface);
    return shown.slice(0, room).map((one) => ({ ...one, metadata }));
  }

  /** For as many components as the viewer has not of other surfaces. */
  #roomFor(id: SurfaceId): number {
    const { capabilities, surfaces } = this.#memory;
    let room = capabilities.surfaces ?? Number.POSITIVE_INFINITY;
    if (room !== Number.POSITIVE_INFINITY) for (const [other, sent] of surfaces) if (other !== id) room -= sent.length;
    return Math.max(0, room);
  }

  #metadata({ place, until }: Surface): JsonObject | undefined {
    const { ttl_seconds: seconds, ...rest } = place ?? {};
    const left = this.#secondsTo(until) ?? (typeof seconds === 'number' ? seconds : undefined);
    const metadata = { ...rest, ...defined({ ttl_seconds: left }) };
    return Object.keys(metadata).length === 0 ? undefined : metadata;
  }

  /** At least one: what has ended is taken away by an entry. */
  #secondsTo(until: Time | undefined): number | undefined {
    if (until === undefined || this.#now === undefined) return undefined;
    return Math.max(1, Math.round((Date.parse(until) - Date.parse(this.#now)) / 1000));
  }

  #send(now: Sent, before: Sent | undefined, sent: Update | undefined): void {
    const { id, type, data, metadata } = now;
    const update = (change: Change): void => this.#say('ui.update', { component_id: id, ...change });
    if (before === undefined || before.type !== type) {
      const [first, ...rest] = inPieces(data);
      this.#say('ui.render', {
        component_id: id,
        component_type: type,
        data: first,
        ...defined({ metadata }),
      });
      for (const piece of rest) update(piece);
      return;
    }
    const change = changeOf(before.data, data, sent);
    if (change !== undefined) for (const piece of changeInPieces(change)) update(piece);
  }

  /** As nothing at all, or, for a viewer that would not know that, as what it has. */
  #remove({ id, type }: Sent): void {
    const { components } = this.#memory.capabilities;
    const nothing =
      components === undefined || components.includes('markdown')
        ? { component_type: 'markdown', data: { content: '' } }
        : { component_type: type, data: {} };
    this.#say('ui.render', { component_id: id, ...nothing, metadata: GONE });
  }

  ask(ask: TrustMarked<AskOp>): void {
    if (!mayApprove(ask)) return this.losses.tell('an untrusted ask for an approval is not sent');
    const { files } = this.#memory.capabilities;
    if (ask.want.kind === 'file' && files === false)
      return this.losses.tell('the viewer sends no files, so a question for one is not shown');
    this.#saySome(askWords(ask, this.#secondsTo(ask.until), (what) => this.losses.tell(what)));
  }

  task(task: TrustMarked<TaskOp>): void {
    this.#saySome(taskWords(task));
  }

  #effect(op: TrustMarked<EffectOp>): void {
    const { effect, to, trust } = op;
    if (to !== undefined) return this.losses.tell('an effect for one viewer is not sent');
    // Its viewers follow a link without asking.
    if (effect.kind === 'navigate' && trust === 'untrusted')
      return this.losses.tell('a link of an untrusted agent is not sent');
    this.#saySome(effectWords(op, (what) => this.losses.tell(what)));
  }

  #saySome(words: MethodCall | undefined): void {
    if (words !== undefined) this.#say(...words);
  }

  #say(method: string, params: JsonObject): void {
    this.wire.push(notification(method, params));
  }
}
