// Follows the theme of a surface. Most have none: what shows one (theme.ts) is code that comes later.

import { type JsonObject, Watcher } from '@vitrine/core/page';
import { LazyCode } from './lazy-code.ts';
import type { Stage } from './stage.ts';
import type { ThemeDrawing } from './theme.ts';

export const lazyTheme = new LazyCode<{ readonly ThemeDrawing: typeof ThemeDrawing }>();

export class ThemeWatcher extends Watcher {
  readonly #stage: Stage;
  readonly #root: ShadowRoot;
  #drawing: ThemeDrawing | undefined;
  /** What it was drawn from. */
  #last: readonly unknown[] = [];

  constructor(stage: Stage, root: ShadowRoot) {
    super();
    this.#stage = stage;
    this.#root = root;
  }

  override dispose(): void {
    super.dispose();
    this.#drawing?.draw({});
  }

  failed(error: unknown): void {
    throw error;
  }

  override enqueue(): void {
    this.#stage.enqueue(this);
  }

  override run(): void {
    const { surface, words, isTrusted } = this.#stage;
    const theme: JsonObject = (surface.held ? undefined : surface.theme) ?? NONE;
    const now = [theme, words, isTrusted];
    if (now.every((one, i) => one === this.#last[i]) || (theme === NONE && this.#drawing === undefined)) return;
    const code = lazyTheme.value(this.#stage);
    if (typeof code === 'string') return;
    this.#last = now;
    this.#drawing ??= new code.ThemeDrawing(this.#stage, this.#root);
    this.#drawing.draw(theme);
  }
}

const NONE: JsonObject = {};
