// <VitrineSurface>: the element <vitrine-surface>, behind a source of messages that the page has.

import { defineSurface } from '@vitrine/embed/surface';
import type { VitrineSurfaceEvents, VitrineSurfaceMembers } from '@vitrine/embed/tags';
import { h } from 'vue';
import { defineWrapper, type WrapperComponent } from './element-wrapper.ts';

export const VitrineSurface: WrapperComponent<VitrineSurfaceMembers, VitrineSurfaceEvents> = defineWrapper({
  name: 'VitrineSurface',
  define: defineSurface,
  draw: (attributes) => h('vitrine-surface', attributes),
});
