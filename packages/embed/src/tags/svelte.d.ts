// Written by scripts/element-manifest.mjs from the description of the elements. The tags in templates of svelte:
// import '@vitrine/embed/tags/svelte' once.

import type { Handlers, VitrineSessionEvents, VitrineSessionMembers, VitrineSurfaceEvents, VitrineSurfaceMembers } from '@vitrine/embed/tags';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
      'vitrine-session': HTMLAttributes<HTMLElement> & VitrineSessionMembers & Handlers<VitrineSessionEvents, 'on'>;
      'vitrine-surface': HTMLAttributes<HTMLElement> & VitrineSurfaceMembers & Handlers<VitrineSurfaceEvents, 'on'>;
  }
}
