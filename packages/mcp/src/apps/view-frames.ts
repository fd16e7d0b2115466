// What a session has to say to one view, as the frames of docs/protocol.md: what there is behind a seq, and what comes while
// there is time to wait. A view of one surface is told nothing of the others.

import {
  defined,
  type FacePorts,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type PortBatch,
  type PortOutlet,
  type Seq,
} from '@vitrine/core/internal';
import { whenAborted } from '@vitrine/face-kit';
import { plainFrames } from './plain-frames.ts';

export interface FramesWanted {
  readonly session: string;
  readonly viewer: string;
  readonly surface: string | undefined;
  /** Absent: the state as a whole. */
  readonly after: Seq | undefined;
  /** How long to wait where there is nothing. */
  readonly waitMs: number;
}

export interface FramesRead {
  readonly frames: readonly JsonObject[];
  /** Up to here. */
  readonly seq: Seq;
}

/** Frames of one answer; the rest comes with the next. */
const MAX_FRAMES = 2000;

export async function readFrames(
  { sessions }: Pick<FacePorts, 'sessions'>,
  wanted: FramesWanted,
  signal: AbortSignal,
): Promise<FramesRead> {
  const outlet = new FrameOutlet(wanted);
  const attachment = await sessions.follow(wanted.session, outlet, {
    dialect: 'vitrine',
    ...defined({ after: wanted.after }),
  });
  try {
    const late = AbortSignal.timeout(wanted.waitMs);
    await Promise.race([outlet.isReady, whenAborted(signal)]);
    if (!outlet.hasNews) await Promise.race([outlet.isTold, whenAborted(AbortSignal.any([signal, late]))]);
  } finally {
    attachment.detach();
  }
  const hasMessages = outlet.frames.some(({ message }) => message !== undefined);
  const frames = hasMessages ? plainFrames(outlet.frames, await sessions.view(wanted.session)) : outlet.frames;
  return { frames, seq: outlet.seq };
}

class FrameOutlet implements PortOutlet<Json> {
  readonly viewer: string;
  readonly frames: JsonObject[] = [];
  readonly isReady: Promise<void>;
  readonly isTold: Promise<void>;
  seq: Seq;
  hasNews = false;
  readonly #surface: string | undefined;
  #ready: () => void = () => undefined;
  #tell: () => void = () => undefined;

  constructor({ viewer, surface, after }: FramesWanted) {
    this.viewer = viewer;
    this.#surface = surface;
    this.seq = after ?? 0;
    // Whoever asks for the state has it with the answer; whoever has it waits for more.
    this.isReady = new Promise((resolve) => {
      this.#ready = resolve;
    });
    this.isTold = new Promise((resolve) => {
      this.#tell = resolve;
    });
    this.hasNews = after === undefined;
  }

  reset(): void {
    this.frames.splice(0, this.frames.length, { reset: true });
    this.hasNews = true;
  }

  join(wire: readonly Json[], seq: Seq): void {
    this.hasNews = true;
    this.#add(wire, seq);
  }

  send({ items }: PortBatch<Json>): boolean {
    for (const { seq, wire, author } of items) this.#add(author === this.viewer ? [] : wire, seq);
    this.#news();
    const isFull = this.frames.length >= MAX_FRAMES;
    if (isFull) this.#ready();
    return !isFull;
  }

  ready(seq: Seq): void {
    this.seq = Math.max(seq, this.seq);
    this.frames.push({ ready: seq });
    this.#ready();
  }

  end(reason: 'closed' | 'stopping' | 'revoked', seq: Seq): void {
    if (reason === 'closed') this.frames.push({ closed: seq });
    this.#ready();
    this.#news();
  }

  #news(): void {
    this.hasNews = true;
    this.#tell();
  }

  #add(wire: readonly Json[], seq: Seq): void {
    const messages =
      this.#surface === undefined ? wire : wire.flatMap((one) => ofSurface(one, this.#surface as string));
    for (const message of messages.slice(0, -1)) this.frames.push({ message });
    this.frames.push({ ...defined({ message: messages.at(-1) }), seq });
    this.seq = seq;
  }
}

/** A message without what it says of other surfaces; none where that was all. */
export function ofSurface(message: Json, surface: string): readonly Json[] {
  if (!isObject(message) || !isArray(message.body)) return [message];
  const body = message.body.filter((part) => !isObject(part) || (part.surface ?? surface) === surface);
  return body.length === 0 ? [] : [{ ...message, body }];
}
