// What both components do with their element: properties are set before it connects, listeners follow the last rendering.
// React 18 knows attributes of custom elements only, so nothing is left to React's own rules.

import type { Issue, ViewerEvent } from '@vitrine/core';
import { type HTMLAttributes, useEffect, useLayoutEffect, useRef } from 'react';

/** Those of every element that React does not have to draw children for. */
export type ElementAttributes = Pick<
  HTMLAttributes<HTMLElement>,
  'id' | 'className' | 'style' | 'lang' | 'dir' | 'hidden' | 'title' | 'aria-label' | 'aria-labelledby'
>;

export interface ElementListeners {
  /** What the person did. */
  readonly onEvent?: (event: ViewerEvent) => void;
  /** What could not be drawn or went wrong. */
  readonly onIssue?: (issue: Issue) => void;
}

/** On a server there is no layout, and React 18 says so. */
export const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;

export type Listeners = { readonly [type: string]: ((detail: never, event: CustomEvent) => void) | undefined };

/** One listener an event, whatever the page hands over in each rendering. */
export function useListeners(element: HTMLElement | undefined, listeners: Listeners): void {
  const last = useRef(listeners);
  useBeforePaint(() => {
    last.current = listeners;
  });
  const types = Object.keys(listeners).join(' ');
  useBeforePaint(() => {
    if (element === undefined) return;
    const over = new AbortController();
    for (const type of types.split(' '))
      element.addEventListener(
        type,
        (event) => last.current[type]?.((event as CustomEvent).detail as never, event as CustomEvent),
        over,
      );
    return () => over.abort();
  }, [element, types]);
}
