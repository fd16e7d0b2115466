// The operator's access and the list it gives. The token is kept for this tab, so that a reload does not lock anybody
// out; a code is used once and kept nowhere. A host that does not answer is asked again, a token that ended is not.

import { HostApi, type HostApiRefusal, type ListedSession, toRefusal } from '../host/host-api.ts';
import { SessionPages } from '../host/session-pages.ts';
import { keep, kept, OPERATOR } from '../host/tab-credentials.ts';

/** `none`: nobody signed in; `in`: the list is fresh; `away`: the host does not answer; `ended`: the access did. */
export type Access = 'none' | 'in' | 'away' | 'ended';

const POLL_MS = 2000;

export class Operator {
  readonly api: HostApi;
  readonly #changed: () => void;
  #access: Access;
  readonly #pages: SessionPages;
  #sessions: readonly ListedSession[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isFresh = false;

  /** `changed`: the access or the list may be another one. */
  constructor(changed: () => void) {
    this.#changed = changed;
    this.api = new HostApi(kept(OPERATOR));
    this.#pages = new SessionPages(this.api);
    this.#access = this.api.token === undefined ? 'none' : 'in';
    addEventListener('online', () => void this.look());
    document.addEventListener('visibilitychange', () => void this.look());
  }

  get access(): Access {
    return this.#access;
  }
  get sessions(): readonly ListedSession[] {
    return this.#sessions;
  }
  /** Whether the list was ever read. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  /** Why a code was not taken, or undefined when it was. */
  async enter(code: string): Promise<HostApiRefusal | undefined> {
    try {
      const { token } = await new HostApi().redeem(code);
      this.api.token = token;
      keep(OPERATOR, token);
      this.#access = 'in';
    } catch (error) {
      return toRefusal(error);
    }
    await this.look();
    return undefined;
  }

  /** Reads the list now, and again and again while the page is seen. */
  async look(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#access === 'none' || this.#access === 'ended') return;
    try {
      await this.#pages.look(() => this.#update());
      this.#update();
    } catch (error) {
      this.#failed(toRefusal(error));
      this.#changed();
    }
    clearTimeout(this.#timer);
    if (document.visibilityState === 'visible') this.#timer = setTimeout(() => void this.look(), POLL_MS);
  }

  #update(): void {
    this.#access = 'in';
    this.#isFresh = true;
    this.#sessions = this.#pages.all;
    this.#changed();
  }

  /** Somebody else was refused with our token. */
  end(): void {
    this.#failed({ isCredential: true });
    this.#changed();
  }

  #failed({ isCredential }: Pick<HostApiRefusal, 'isCredential'>): void {
    this.#access = isCredential ? 'ended' : 'away';
    if (!isCredential) return;
    this.api.token = undefined;
    keep(OPERATOR, undefined);
  }
}
