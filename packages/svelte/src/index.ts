// What @vitrine/svelte offers: what a session shows as state, the context of a component for widgets, and Svelte components as
// widgets.

export type { SlotControls, WidgetProps } from '@vitrine/web/slotted';
export { attachWidgets, createSession, type ElementAttachment, type Session, useSession } from './session.ts';
export { svelteWidget } from './svelte-widget.ts';
