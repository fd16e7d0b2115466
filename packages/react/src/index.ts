// What @vitrine/react offers: the elements as components, what a session shows as a hook, and React components as widgets.

export type { SlotControls, WidgetProps } from '@vitrine/web/slotted';
export type { ElementAttributes, ElementListeners } from './element-props.ts';
export { reactWidget } from './react-widget.ts';
export { type SessionHandle, useSession, VitrineSession, type VitrineSessionProps } from './vitrine-session.ts';
export { VitrineSurface, type VitrineSurfaceProps } from './vitrine-surface.ts';
