// What @vitrine/web/server offers: surfaces as HTML, where there is no page.

export { createServerWidgets, type DrawOptions } from './draw-surface.ts';
export { type DocumentOptions, renderDocument, renderEmail, renderShown } from './html-document.ts';
export { type EmailOptions, renderToEmail } from './render-to-email.ts';
export { type HtmlOptions, type RenderedSheet, type RenderedSurface, renderToHtml } from './render-to-html.ts';
