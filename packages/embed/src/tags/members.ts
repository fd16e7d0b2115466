// Written by scripts/element-manifest.mjs from the description of the elements. What each tag takes, and what it tells.

import type { ViewerConnection } from '@vitrine/client';
import type { Catalog, Issue, UrlPolicy, ViewerEvent } from '@vitrine/core';
import type { Widgets, Words } from '@vitrine/web';
import type { MessageSource } from '../message-source.ts';
import type { RefusedDetail, SessionStateDetail, TokenRequest, VitrineSessionElement } from '../session-element.ts';
import type { VitrineSurfaceElement } from '../surface-element.ts';

export interface VitrineSessionMembers {
  /** The link to the session; none shows nothing. */
  readonly src?: string | undefined;
  /** The token of a viewer; the attribute is read once and removed. */
  readonly token?: string | undefined;
  /** The language of the element's own words, told to the agent. */
  readonly locale?: string | undefined;
  /** Hosts that pictures, sounds and films may come from, with spaces between. */
  readonly media?: string | undefined;
  /** The level that headings of surfaces begin at. */
  readonly headingLevel?: number | undefined;
  /** The level that headings of surfaces begin at. */
  readonly 'heading-level'?: number | string | undefined;
  /** The page says itself how the connection is. */
  readonly quiet?: boolean | undefined;
  /** The catalogs that can be shown. Read when a connection is opened. */
  readonly catalogs?: Iterable<Catalog> | undefined;
  /** The element's own words in another language, or some of them. */
  readonly words?: Partial<Words> | undefined;
  /** Which links may be opened and where media may come from. */
  readonly urls?: UrlPolicy | undefined;
  /** The widgets that draw; those of the page when not set. */
  readonly widgets?: Widgets | undefined;
}

export interface VitrineSessionEvents {
  /** What the person did. */
  readonly 'vitrine-event': CustomEvent<ViewerEvent>;
  /** What could not be drawn or went wrong. */
  readonly 'vitrine-issue': CustomEvent<Issue>;
  /** The connection is another one. */
  readonly 'vitrine-state': CustomEvent<SessionStateDetail>;
  /** Who the agent is, as the host says it. */
  readonly 'vitrine-welcome': CustomEvent<object>;
  /** The host wants a token and there is none that it takes. */
  readonly 'vitrine-token': CustomEvent<TokenRequest>;
  /** Another view is shown. */
  readonly 'vitrine-view': CustomEvent<ViewerConnection>;
  /** The host did not take what the person did. */
  readonly 'vitrine-refused': CustomEvent<RefusedDetail>;
}

export interface VitrineSurfaceMembers {
  /** What reads the messages. */
  readonly source?: MessageSource | undefined;
  /** Which surface of the source is shown; when not set, the first that is open. */
  readonly surfaceId?: string | undefined;
  /** The level that headings of the surface begin at. */
  readonly headingLevel?: number | undefined;
  /** The element's own words in another language, or some of them. */
  readonly words?: Partial<Words> | undefined;
  /** Which links may be opened and where media may come from. */
  readonly urls?: UrlPolicy | undefined;
  /** The widgets that draw; those of the page when not set. */
  readonly widgets?: Widgets | undefined;
}

export interface VitrineSurfaceEvents {
  /** What the person did. */
  readonly 'vitrine-event': CustomEvent<ViewerEvent>;
  /** What could not be drawn or went wrong. */
  readonly 'vitrine-issue': CustomEvent<Issue>;
}

/** Handlers by the name of the event, behind what a framework writes before it. */
export type Handlers<E, Before extends string> = {
  readonly [K in keyof E & string as `${Before}${K}`]?: ((event: E[K]) => void) | undefined;
};

/** As Vue names them: what a template writes as `@vitrine-state` is the property `onVitrineState`. */
export type CamelHandlers<E> = {
  readonly [K in keyof E & string as `on${Camel<K>}`]?: ((event: E[K]) => void) | undefined;
};

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Camel<Rest>}`
  : Capitalize<Name>;

/** Those of every element, where a framework's own types are not at hand. */
export interface PlainAttributes {
  readonly id?: string | undefined;
  readonly class?: unknown;
  readonly style?: unknown;
  readonly key?: string | number | undefined;
  readonly ref?: unknown;
  readonly slot?: string | undefined;
  readonly lang?: string | undefined;
  readonly dir?: string | undefined;
  readonly hidden?: boolean | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'vitrine-session': VitrineSessionElement;
    'vitrine-surface': VitrineSurfaceElement;
  }
}
