// A surface as HTML that is shown before any script runs: declarative shadow DOM, with its styles in a sheet that the page
// links or holds. <vitrine-surface> takes it over when it is shown the same surface.

import type { Surface, View } from '@vitrine/core/page';
import { type DrawOptions, drawOnServer } from './draw-surface.ts';
import type { ServerRoot } from './server-document.ts';
import { escapeHtml, writeHtml } from './write-html.ts';

export interface RenderedSheet {
  /** With the digest of its content, so that it may be kept for ever. */
  readonly name: string;
  readonly css: string;
  /** For a policy or an `integrity` attribute: `sha256-…`. */
  readonly digest: string;
}

export interface RenderedSurface {
  readonly html: string;
  /** What stands inside the tag of `html`, for a template that writes the tag itself. */
  readonly content: string;
  readonly sheet: RenderedSheet;
}

export interface HtmlOptions extends DrawOptions {
  /** Where the page serves the sheet; `inline`: it stands in the HTML, and the page's policy names its digest. */
  readonly sheetUrl?: 'inline' | ((sheet: RenderedSheet) => string);
}

export async function renderToHtml(surface: Surface, view: View, options: HtmlOptions = {}): Promise<RenderedSurface> {
  return writeRoot(await drawOnServer(surface, view, options), options);
}

/** What was drawn, and what stands in its slots. */
export async function writeRoot(
  root: ServerRoot,
  { sheetUrl = ({ name }) => `/${name}` }: Pick<HtmlOptions, 'sheetUrl'>,
): Promise<RenderedSurface> {
  const rules: string[] = [];
  const [drawn, slotted] = [root, root.host].map((parent) =>
    parent.childNodes.map((node) => writeHtml(node, rules)).join(''),
  );
  const css = [...root.adoptedStyleSheets.map(({ text }) => text), ...rules].join('\n');
  const sheet = await sheetOf(css);
  const styles =
    sheetUrl === 'inline' ? `<style>${css}</style>` : `<link rel="stylesheet" href="${escapeHtml(sheetUrl(sheet))}">`;
  const content = `<template shadowrootmode="open">${styles}${drawn}</template>${slotted}`;
  return { html: `<vitrine-surface>${content}</vitrine-surface>`, content, sheet };
}

async function sheetOf(css: string): Promise<RenderedSheet> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css)));
  const hex = [...bytes.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { name: `vitrine-${hex}.css`, css, digest: `sha256-${btoa(String.fromCharCode(...bytes))}` };
}
