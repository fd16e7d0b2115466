// Signing in at somebody else's: what a host needs of an issuer, and the two steps between. What the second step must know
// travels sealed in a cookie of this browser, so that any host of the log can go on, and nobody else's browser.

import { isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import type { Credentials } from './caller.ts';
import { HostError } from './host-error.ts';
import type { Sealer } from './seal.ts';

/** Somebody whom an issuer has named, and what they may do here. */
export interface SignedInPerson {
  readonly name: string;
  readonly isOperator: boolean;
  readonly isViewer: boolean;
}

/** One issuer. Refuses with a HostError: it is down, or what it says is not to be believed. */
export interface SignInProvider {
  /** Where the browser goes, and what `finish` is to compare with. */
  begin(redirectUri: string): Promise<{ readonly url: string; readonly checks: JsonObject }>;
  finish(callback: URL, checks: JsonObject): Promise<SignedInPerson>;
}

export interface SignInOptions {
  readonly provider: SignInProvider;
  /** Links to sessions ask who somebody is before they open. */
  readonly isForViewers?: boolean;
}

const COOKIE = 'vitrine-sign-in';
const MAX_MS = 10 * 60 * 1000;
const SEAL_SCOPE = 'sign-in';

export interface SignInServices {
  readonly options: SignInOptions;
  readonly credentials: Credentials;
  readonly sealer: () => Sealer;
  readonly publicUrl: () => string;
}

export interface SignInStep {
  readonly location: string;
  readonly cookie: string;
}

export class SignIn {
  readonly #services: SignInServices;
  /** Of attempts that were finished here, so that none is finished twice. */
  readonly #used = new Map<string, number>();

  constructor(services: SignInServices) {
    this.#services = services;
  }

  get isForViewers(): boolean {
    return this.#services.options.isForViewers === true;
  }

  async begin(session: string | undefined): Promise<SignInStep> {
    const { options, credentials, sealer } = this.#services;
    const { url, checks } = await options.provider.begin(this.#redirectUri);
    const until = credentials.now() + MAX_MS;
    const kept = sealer().seal(SEAL_SCOPE, { checks, session: session ?? null, until });
    return { location: url, cookie: this.#cookie(encodeURIComponent(kept), MAX_MS / 1000) };
  }

  async finish(
    search: string,
    cookies: string,
  ): Promise<SignInStep & { readonly person: SignedInPerson; readonly session?: string }> {
    const { options, credentials, publicUrl } = this.#services;
    const { checks, session, attempt } = this.#read(cookies);
    this.#use(attempt);
    const person = await options.provider.finish(new URL(`${this.#redirectUri}${search}`), checks);
    const cookie = this.#cookie('', 0);
    if (session === undefined) {
      if (!person.isOperator) throw refused('You are signed in, but not as an operator of this host.');
      return { person, cookie, location: `${publicUrl()}/#operator=${credentials.newOperatorCode(person.name)}` };
    }
    if (!person.isViewer && !person.isOperator) throw refused('You are signed in, but may not look at sessions here.');
    const { code } = await credentials.mintViewer(session, { viewer: person.name });
    return { person, cookie, session, location: `${publicUrl()}/s/${encodeURIComponent(session)}#code=${code}` };
  }

  #read(cookies: string): { readonly checks: JsonObject; readonly session?: string; readonly attempt: string } {
    const text = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]+)`).exec(cookies)?.[1];
    const kept = text === undefined ? undefined : this.#open(text);
    if (text === undefined || !isObject(kept ?? null)) throw refused('It was not begun in this browser. Begin again.');
    const { checks, session, until } = kept as JsonObject;
    if (typeof until !== 'number' || until < this.#services.credentials.now())
      throw refused('It took too long. Begin again.');
    return { checks: checks as JsonObject, attempt: text, ...(typeof session === 'string' ? { session } : {}) };
  }

  #open(cookie: string): Json | undefined {
    try {
      return this.#services.sealer().open(SEAL_SCOPE, decodeURIComponent(cookie));
    } catch {
      return undefined;
    }
  }

  #use(attempt: string): void {
    const now = this.#services.credentials.now();
    for (const [text, until] of this.#used) if (until < now) this.#used.delete(text);
    if (this.#used.has(attempt)) throw refused('It was finished before. Begin again.');
    this.#used.set(attempt, now + MAX_MS);
  }

  #cookie(value: string, seconds: number): string {
    const secure = this.#services.publicUrl().startsWith('https:') ? '; Secure' : '';
    return `${COOKIE}=${value}; Path=/sign-in; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
  }

  get #redirectUri(): string {
    return `${this.#services.publicUrl()}/sign-in/callback`;
  }
}

function refused(message: string): HostError {
  return new HostError('VITRINE_SIGN_IN_REFUSED', message);
}
