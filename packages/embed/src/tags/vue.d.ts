// Written by scripts/element-manifest.mjs from the description of the elements. The tags in templates of vue:
// import '@vitrine/embed/tags/vue' once.

import type { CamelHandlers, PlainAttributes, VitrineSessionEvents, VitrineSessionMembers, VitrineSurfaceEvents, VitrineSurfaceMembers } from '@vitrine/embed/tags';

declare module 'vue' {
  interface GlobalComponents {
      'vitrine-session': new () => { readonly $props: PlainAttributes & VitrineSessionMembers & CamelHandlers<VitrineSessionEvents> };
      'vitrine-surface': new () => { readonly $props: PlainAttributes & VitrineSurfaceMembers & CamelHandlers<VitrineSurfaceEvents> };
  }
}
