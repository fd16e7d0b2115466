// Written by scripts/element-manifest.mjs from the description of the elements. The tags in templates of solid:
// import '@vitrine/embed/tags/solid' once.

import type { Handlers, VitrineSessionEvents, VitrineSessionMembers, VitrineSurfaceEvents, VitrineSurfaceMembers } from '@vitrine/embed/tags';

declare module 'solid-js/jsx-runtime' {
  namespace JSX {
    interface IntrinsicElements {
      'vitrine-session': JSX.HTMLAttributes<HTMLElement> & VitrineSessionMembers & Handlers<VitrineSessionEvents, 'on:'>;
      'vitrine-surface': JSX.HTMLAttributes<HTMLElement> & VitrineSurfaceMembers & Handlers<VitrineSurfaceEvents, 'on:'>;
    }
  }
}
