// <VitrineSurface>: the element <vitrine-surface>, behind a source of messages that the page has.

import { defineSurface, type VitrineSurfaceElement } from '@vitrine/embed/surface';
import type { VitrineSurfaceEvents, VitrineSurfaceMembers } from '@vitrine/embed/tags';
import { h } from 'vue';
import { defineWrapper, type WrapperComponent } from './element-wrapper.ts';

export const VitrineSurface: WrapperComponent<VitrineSurfaceMembers, VitrineSurfaceEvents> = defineWrapper({
  name: 'VitrineSurface',
  define: defineSurface,
  // The source may outlive the element, and must not keep it.
  setup: () => (element) => () => {
    (element as VitrineSurfaceElement).source = undefined;
  },
  draw: (attributes) => h('vitrine-surface', attributes),
});
