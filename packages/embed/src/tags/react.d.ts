// Written by scripts/element-manifest.mjs from the description of the elements. The tags in templates of react:
// import '@vitrine/embed/tags/react' once.

import type { Handlers, VitrineSessionEvents, VitrineSessionMembers, VitrineSurfaceEvents, VitrineSurfaceMembers } from '@vitrine/embed/tags';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'vitrine-session': React.DetailedHTMLProps<React.HTMLAttributes<HTMLElement>, HTMLElement> & VitrineSessionMembers & Handlers<VitrineSessionEvents, 'on'>;
      'vitrine-surface': React.DetailedHTMLProps<React.HTMLAttributes<HTMLElement>, HTMLElement> & VitrineSurfaceMembers & Handlers<VitrineSurfaceEvents, 'on'>;
    }
  }
}
