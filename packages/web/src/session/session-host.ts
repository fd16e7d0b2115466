// What the parts of a session's chrome share. SessionStage is it.

import type { AskOp, INPUT_SENTENCES, Issue, Json, Trust, UrlPolicy, View, ViewerEvent } from '@vitrine/core/page';
import type { FieldWords } from '../english/fields.ts';
import type { SessionWords } from '../english/session.ts';
import type { SurfaceWords } from '../english/surface.ts';
import type { Widgets } from '../widget.ts';
import type { Words } from '../words.ts';
import type { Layers } from './layers.ts';

/** What the page says about the session. Read whenever something is drawn. */
export interface SessionSettings {
  readonly urls: UrlPolicy;
  readonly widgets: Widgets;
  readonly agentName: string;
  readonly trust: Trust;
  readonly ended: boolean;
  readonly headingLevel: number | undefined;
  readonly approvals: boolean;
  readonly pending: readonly ViewerEvent[];
  readonly offline: boolean;
  readonly words: Partial<Words>;
}

/** What was entered and is not taken. */
export interface RefusedInput {
  readonly surface: string;
  readonly path: string;
  readonly value: Json;
}

/** What the chrome says itself. */
export type ChromeWords = SessionWords &
  FieldWords &
  Pick<SurfaceWords, 'elsewhere' | 'willBeSent' | keyof typeof INPUT_SENTENCES>;

export interface SessionHost {
  readonly view: View;
  readonly settings: SessionSettings;
  /** They come with the chrome. */
  readonly layers: Layers;
  /** What was answered and is still open, as it was when it was answered. */
  readonly answered: Map<string, AskOp>;
  /** The agent as the chrome calls it: plain, short, never empty. */
  readonly agent: string;
  /** In the language of the page, as of now. */
  readonly words: ChromeWords;
  send(event: ViewerEvent): void;
  report(problem: Issue): void;
  /** Said to those who listen, shown to nobody. */
  announce(words: string): void;
  /** A short note of the chrome itself. */
  note(words: string): void;
}
