// <VitrineSurface>: the element <vitrine-surface>, behind a source of messages that the page has.

import { defineSurface, type VitrineSurfaceElement } from '@vitrine/embed';
import type { VitrineSurfaceMembers } from '@vitrine/embed/tags';
import { createElement, Fragment, type ReactNode, useState } from 'react';
import { type ElementAttributes, type ElementListeners, useBeforePaint, useListeners } from './element-props.ts';
import { SlotPortals, slotHosts } from './portals.ts';

export interface VitrineSurfaceProps extends ElementAttributes, ElementListeners, VitrineSurfaceMembers {
  /** What a server has drawn of the surface: `content` of `renderToHtml`. Seen until the element takes it over. */
  readonly content?: string | undefined;
}

export function VitrineSurface(props: VitrineSurfaceProps): ReactNode {
  const { source, surfaceId, widgets, words, urls, headingLevel, content, onEvent, onIssue, ...attributes } = props;
  const [element, setElement] = useState<VitrineSurfaceElement>();
  useListeners(element, { 'vitrine-event': onEvent, 'vitrine-issue': onIssue });
  useBeforePaint(() => {
    if (element === undefined) return;
    defineSurface();
    Object.assign(element, { widgets, words, urls, headingLevel, surfaceId, source });
  }, [element, source, surfaceId, widgets, words, urls, headingLevel]);
  // The source may outlive the element, and must not keep it. Strict mode comes back at once.
  useBeforePaint(
    () => () =>
      queueMicrotask(() => {
        if (element?.isConnected === false) element.source = undefined;
      }),
    [element],
  );
  // A parser takes the template away, so that React finds another content than it has written.
  const written = content === undefined ? {} : { dangerouslySetInnerHTML: { __html: content } };
  return createElement(
    Fragment,
    null,
    createElement('vitrine-surface', { ...attributes, ...written, ref: setElement, suppressHydrationWarning: true }),
    element && createElement(SlotPortals, { slots: slotHosts.of(element) }),
  );
}
