// What a session sends to one client while a turn lasts, in the words of its form.

import { defined, type Entry, type Json, type Seq } from '@vitrine/core/internal';
import { SessionFeed, type SessionFeedOptions } from '@vitrine/face-kit';
import type { ExtensionForm } from './forms.ts';
import { surfaceIn } from './words.ts';

export interface A2aFeedOptions extends Pick<SessionFeedOptions, 'viewer' | 'ended'> {
  readonly form: ExtensionForm;
  readonly catalogs: readonly string[];
  /** Behind this; absent: from the state as it stands. */
  readonly after?: Seq;
  /** It may still have what it was sent before: that is taken away first, because nothing may be opened twice. */
  readonly isAgain: boolean;
}

export class A2aFeed extends SessionFeed {
  readonly #form: ExtensionForm;
  readonly #isAgain: boolean;

  constructor({ viewer, ended, form, catalogs, after, isAgain }: A2aFeedOptions) {
    super({ viewer, ended, place: { dialect: form.dialect, catalogs, ...defined({ after }) } });
    this.#form = form;
    this.#isAgain = isAgain;
  }

  /** The messages of this entry, and of all before it that nobody asked for, once they are there. */
  async messagesOf({ seq, body }: Pick<Entry, 'seq' | 'body'>): Promise<readonly Json[]> {
    const messages = await this.upTo(seq);
    if (!this.#isAgain || seq > this.begun) return messages;
    const closed = body.flatMap((part) => ('op' in part && part.op === 'close' ? [part.surface] : []));
    return [...this.deletionsOf(closed), ...messages];
  }

  override join(wire: readonly Json[], seq: Seq): void {
    const shown = wire.flatMap((message) => surfaceIn(message) ?? []);
    super.join([...(this.#isAgain ? this.deletionsOf(shown) : []), ...wire], seq);
  }

  deletionsOf(surfaces: readonly string[]): readonly Json[] {
    const { dialect, version } = this.#form;
    const named = dialect === 'a2ui-0.8' ? {} : { version };
    return [...new Set(surfaces)].map((surfaceId) => ({ ...named, deleteSurface: { surfaceId } }));
  }
}
