// <VitrineSurface>: the element <vitrine-surface>, behind a source of messages that the page has.

import { defineSurface, type VitrineSurfaceElement } from '@vitrine/embed';
import type { VitrineSurfaceMembers } from '@vitrine/embed/tags';
import { createElement, Fragment, type ReactNode, useState } from 'react';
import { type ElementAttributes, type ElementListeners, useBeforePaint, useListeners } from './element-props.ts';
import { SlotPortals, slotHosts } from './portals.ts';

export interface VitrineSurfaceProps extends ElementAttributes, ElementListeners, VitrineSurfaceMembers {}

export function VitrineSurface(props: VitrineSurfaceProps): ReactNode {
  const { source, surfaceId, widgets, words, urls, headingLevel, onEvent, onIssue, ...attributes } = props;
  const [element, setElement] = useState<VitrineSurfaceElement>();
  useListeners(element, { 'vitrine-event': onEvent, 'vitrine-issue': onIssue });
  useBeforePaint(() => {
    if (element === undefined) return;
    defineSurface();
    Object.assign(element, { widgets, words, urls, headingLevel, surfaceId, source });
  }, [element, source, surfaceId, widgets, words, urls, headingLevel]);
  // The source may outlive the element, and must not keep it.
  useBeforePaint(
    () => () => {
      if (element !== undefined) element.source = undefined;
    },
    [element],
  );
  return createElement(
    Fragment,
    null,
    createElement('vitrine-surface', { ...attributes, ref: setElement, suppressHydrationWarning: true }),
    element && createElement(SlotPortals, { slots: slotHosts.of(element) }),
  );
}
