// What @vitrine/angular offers: the tags in an application, what a session shows as a signal, and Angular components as widgets.

export type { SlotControls, WidgetProps } from '@vitrine/web/slotted';
export { angularWidget, type WidgetComponent } from './angular-widget.ts';
export { type ElementQuery, injectSession, injectWidgets, type SessionSignal } from './inject-session.ts';
export { provideVitrine } from './provide-vitrine.ts';
