// A viewer on a WebSocket: what its session sends goes down in the bytes that all of its kind share, what the person does
// goes up, and the answer to it stands where the entry would.

import { defined, type Seq } from '@vitrine/core/internal';
import { type Dialect, vitrine } from '@vitrine/dialects';
import { KeyQueue } from '@vitrine/face-kit';
import { Beginning } from '../beginning.ts';
import { HostError, toHostError } from '../host-error.ts';
import type { AttachOptions, IncomingEvents, IngestAnswer, LiveSession } from '../live.ts';
import type { Attachment, Batch, Outlet } from '../outlet.ts';
import { Answers, decide, issueOf, type PendingAnswer, refuse } from './answers.ts';
import type { Connection, Role, SocketCaller } from './connection.ts';
import type { MessageFrame } from './frame-reader.ts';
import { frameBatch, frameJson, frameTexts, joinPieces, pushEntry, welcomeFrame } from './frames.ts';
import type { Hello } from './hello.ts';

type ViewerCaller = Extract<SocketCaller, { readonly role: 'viewer' }>;

export class ViewerRole implements Role, Outlet {
  readonly sender = 'viewer';
  readonly viewer: string;
  readonly #credential: string;
  readonly #connection: Connection;
  readonly #sessionId: string;
  readonly #dialect: Dialect;
  readonly #answers = new Answers();
  readonly #calls = new KeyQueue<this>();
  readonly #beginning: Beginning<Uint8Array>;
  #session: LiveSession | undefined;
  #attachment: Attachment | undefined;
  /** What has been sent. */
  #reached: Seq = -1;
  /** What the other side has shown; undefined until it is there. */
  #confirmed: Seq | undefined;
  /** Wait for an answer that stands in the first of them. */
  #held: Batch[] = [];
  #isFull = false;
  /** Of the few of its viewer that are served from the log. */
  #caughtUp: (() => void) | undefined;
  #hasLeft = false;

  constructor(connection: Connection, { session, viewer, jti }: ViewerCaller, hello: Hello) {
    this.viewer = viewer;
    this.#credential = jti;
    this.#connection = connection;
    this.#sessionId = session;
    this.#dialect = hello.dialect ?? vitrine;
    this.#beginning = new Beginning({
      write: (frames) => connection.write(frames),
      onceDrained: (then) => connection.onceDrained(then),
      isOver: () => !connection.isOpen,
    });
  }

  get isSettled(): boolean {
    return this.#answers.size === 0;
  }

  /** Welcomed, told to the agent, then shown the session: what it can show is known when it is shown. */
  async start(hello: Hello): Promise<void> {
    try {
      const session = await this.#connection.context.sessions.get(this.#sessionId);
      if (this.#hasLeft) return;
      this.#session = session;
      this.#connection.write(welcomeFrame(session, { viewer: this.viewer }));
      await this.#arrive(session, hello);
      if (this.#hasLeft) return;
      if (hello.after !== undefined)
        this.#caughtUp = this.#connection.context.catchUps.begin(this.#sessionId, this.viewer);
      const attachment = session.attach(this, attachOptions(this.#dialect, hello));
      this.#confirmed = session.confirmedBy(this.viewer);
      if (this.#hasLeft) attachment.detach();
      else this.#attachment = attachment;
    } catch (error) {
      this.#connection.fail(this.#connection.context.explain(error));
    }
  }

  take(frame: MessageFrame | { readonly kind: 'confirm'; readonly upTo: Seq }): void {
    if (frame.kind === 'confirm') return this.#confirm(frame.upTo);
    const { key, basis, writes, message, isEvent, trace } = frame;
    const pending: PendingAnswer = { key, isEvent, reply: undefined };
    this.#answers.add(pending);
    this.#connection.underWay(this.#answers.size);
    const input = {
      text: { value: message },
      viewer: this.viewer,
      credential: this.#credential,
      dialect: frame.dialect ?? this.#dialect,
      ...defined({ key, basis, writes, trace }),
    };
    // One after the other: what is judged at an earlier seq takes longer, and must not be overtaken.
    void this.#calls.run(this, () =>
      this.#ingestEvents({ ...input, ...defined({ confirmed: this.#confirmed }) })
        .then((answer) => decide(pending, answer))
        .catch((error: unknown) => refuse(pending, this.#connection.context.explain(error), this.sender))
        .then(() => this.#tell()),
    );
  }

  /** Behind what came before it: that was done before this was shown. */
  #confirm(upTo: Seq): void {
    void this.#calls.run(this, async () => {
      if (upTo <= this.#reached && this.#session?.confirmShown(this.viewer, upTo) === true) {
        this.#confirmed = Math.max(this.#confirmed ?? 0, upTo);
        return;
      }
      const error = new HostError('VITRINE_LOG_SEQ', 'This was not sent so far: it cannot have been shown.');
      this.#connection.write(frameJson({ issues: [{ ...issueOf(error, this.sender) }] }));
    });
  }

  leave(): void {
    this.#hasLeft = true;
    this.#attachment?.detach();
    this.#attachment = undefined;
    this.#caughtUp?.();
    const { presence, explain } = this.#connection.context;
    if (this.#session !== undefined)
      presence.depart(this.#session, this.viewer).catch((error: unknown) => explain(error));
  }

  reset(): void {
    this.#connection.write(frameJson({ reset: true }));
  }

  join(wire: readonly string[], seq: Seq): void {
    this.#beginning.send(joinPieces(wire, seq));
    const tell = (): void => {
      this.#reached = seq;
      this.#tell();
    };
    if (!this.#beginning.defers(tell)) tell();
  }

  send(batch: Batch): boolean {
    const sendLater = (): void => {
      if (this.send(batch)) this.#attachment?.resume();
    };
    if (this.#beginning.defers(sendLater)) return false;
    if (this.#answers.size === 0) {
      this.#reach(batch);
      return this.#write(frameBatch(batch));
    }
    if (this.#held.length === 0 && !this.#isAwaited(batch)) return this.#sendWithAnswers(batch);
    this.#held.push(batch);
    return true;
  }

  ready(seq: Seq): void {
    if (this.#beginning.defers(() => this.ready(seq))) return;
    this.#sendHeld();
    this.#reached = Math.max(this.#reached, seq);
    this.#caughtUp?.();
    this.#connection.write(frameJson({ ready: seq }));
    this.#tell();
  }

  end(reason: 'closed' | 'stopping' | 'revoked', seq: Seq): void {
    // Whoever is still being told of a session that is closed gets the rest of it.
    if (reason === 'closed' && this.#beginning.defers(() => this.end(reason, seq))) return;
    this.#sendHeld();
    // No stream will come further: what is answered is told at once.
    this.#reached = Number.POSITIVE_INFINITY;
    this.#tell();
    if (reason === 'closed') {
      this.#connection.write(frameJson({ closed: seq }));
      this.#connection.finish(4410, 'VITRINE_LOG_SESSION_CLOSED');
    } else if (reason === 'stopping') this.#connection.finish(1001, 'VITRINE_STOPPING');
    else this.#connection.fail(new HostError('VITRINE_CREDENTIAL_REVOKED'));
  }

  #isAwaited({ items }: Batch): boolean {
    return items.some((sent) => this.#answers.isAwaited(sent, this.viewer));
  }

  #sendHeld(): void {
    for (const batch of this.#held.splice(0)) this.#sendWithAnswers(batch);
  }

  #sendWithAnswers(batch: Batch): boolean {
    const texts: string[] = [];
    for (const sent of batch.items) {
      const answer = this.#answers.takePlaceOf(sent, this.viewer);
      if (answer !== undefined) texts.push(answer);
      else pushEntry(texts, sent.wire, sent.seq);
      this.#answers.tell(sent.seq, texts);
    }
    this.#reach(batch);
    const hasRoom = this.#write(frameTexts(texts));
    this.#connection.underWay(this.#answers.size);
    return hasRoom;
  }

  #reach({ items }: Batch): void {
    const last = items.at(-1);
    if (last !== undefined) this.#reached = last.seq;
  }

  #write(frames: Uint8Array): boolean {
    if (this.#connection.write(frames)) return true;
    if (!this.#isFull && this.#connection.isOpen) {
      this.#isFull = true;
      this.#connection.onceDrained(() => {
        this.#isFull = false;
        this.#attachment?.resume();
      });
    }
    return false;
  }

  /** All answers that the stream has come to. */
  #tell(): void {
    while (this.#held[0] !== undefined && !this.#isAwaited(this.#held[0]))
      this.#sendWithAnswers(this.#held.shift() as Batch);
    if (this.#held.length > 0) return;
    const texts: string[] = [];
    this.#answers.tell(this.#reached, texts);
    if (texts.length > 0) this.#connection.writeSoon(frameTexts(texts));
    this.#connection.underWay(this.#answers.size);
  }

  /** A session that was closed meanwhile can still be looked at. */
  async #arrive(session: LiveSession, { catalogs, locale, zone }: Hello): Promise<void> {
    const hello = {
      viewer: this.viewer,
      ...defined({ catalogs, locale, zone }),
    };
    try {
      await this.#connection.context.presence.arrive(session, hello);
    } catch (error) {
      if (toHostError(error).code !== 'VITRINE_LOG_SESSION_CLOSED') throw error;
    }
  }

  /** Frames may come before the session is there; they stay in their order. */
  async #ingestEvents(input: IncomingEvents): Promise<IngestAnswer> {
    const session = this.#session ?? (await this.#connection.context.sessions.get(this.#sessionId));
    return session.ingestEvents(input);
  }
}

function attachOptions(dialect: Dialect, { catalogs, after }: Hello): AttachOptions {
  return {
    dialect,
    ...defined({ capabilities: catalogs && { catalogs } }),
    ...defined({ after }),
  };
}
