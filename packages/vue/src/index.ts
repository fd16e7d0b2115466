// What @vitrine/vue offers: the elements as components, what a session shows as refs, and Vue components as widgets.

export type { SlotControls, WidgetProps } from '@vitrine/web/slotted';
export { type SessionRefs, useSession, VitrineSession } from './vitrine-session.ts';
export { VitrineSurface } from './vitrine-surface.ts';
export { vueWidget, type WidgetComponent } from './vue-widget.ts';
