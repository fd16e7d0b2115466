// Written by scripts/element-manifest.mjs from the description of the elements. The tags in templates of preact:
// import '@vitrine/embed/tags/preact' once.

import type { Handlers, PlainAttributes, VitrineSessionEvents, VitrineSessionMembers, VitrineSurfaceEvents, VitrineSurfaceMembers } from '@vitrine/embed/tags';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'vitrine-session': PlainAttributes & VitrineSessionMembers & Handlers<VitrineSessionEvents, 'on'>;
      'vitrine-surface': PlainAttributes & VitrineSurfaceMembers & Handlers<VitrineSurfaceEvents, 'on'>;
    }
  }
}
