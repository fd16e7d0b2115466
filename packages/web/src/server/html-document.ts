// Whole documents of what a view shows, each one file: HTML with its styles in it, under a policy that lets in nothing else;
// or a mail.

import type { UrlPolicy, View } from '@vitrine/core/page';
import { copyDrawn } from './copy-drawn.ts';
import { type EmailOptions, renderToEmail } from './render-to-email.ts';
import { type HtmlOptions, type RenderedSurface, renderToHtml, writeRoot } from './render-to-html.ts';
import { escapeHtml } from './write-html.ts';

export interface DocumentOptions {
  readonly title?: string;
  /** Such as `en`. */
  readonly language?: string;
}

/** One file that shows all surfaces, without a script and without a request. */
export async function renderDocument(view: View, options: HtmlOptions & DocumentOptions = {}): Promise<string> {
  const surfaces = [];
  for (const surface of view.surfaces.values())
    surfaces.push(await renderToHtml(surface, view, { ...options, sheetUrl: 'inline' }));
  return documentOf(surfaces, options);
}

/** The same of surfaces that a page shows, as they stand there. */
export async function renderShown(
  surfaces: Iterable<Element>,
  options: DocumentOptions & { readonly urls?: UrlPolicy } = {},
): Promise<string> {
  const written = [];
  for (const element of surfaces) {
    const root = copyDrawn(element);
    if (root !== undefined) written.push(await writeRoot(root, { sheetUrl: 'inline' }));
  }
  return documentOf(written, options);
}

function documentOf(surfaces: readonly RenderedSurface[], options: HtmlOptions & DocumentOptions): string {
  const digests = [...new Set([DOCUMENT_DIGEST, ...surfaces.map(({ sheet }) => sheet.digest)])].map(
    (one) => `'${one}'`,
  );
  const policy = `default-src 'none'; style-src ${digests.join(' ')}; img-src data:${mediaOf(options)}`;
  return fileOf(
    options,
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}"><style>${DOCUMENT_CSS}</style>`,
    surfaces.map(({ html }) => html).join('\n'),
  );
}

export async function renderEmail(view: View, options: EmailOptions & DocumentOptions = {}): Promise<string> {
  const parts = [];
  for (const surface of view.surfaces.values()) parts.push(await renderToEmail(surface, view, options));
  return fileOf(options, '', parts.join('\n'));
}

const DOCUMENT_CSS =
  'body{margin:1rem auto;max-width:60rem;padding:0 1rem}vitrine-surface{display:block;margin-block-end:1.5rem}';
/** Of the line above; a test compares. */
export const DOCUMENT_DIGEST = 'sha256-EuMnKTp9tPna437lhcUVD0agksAEmLwnO34SFDaACZY=';

function mediaOf({ urls }: HtmlOptions): string {
  const hosts = urls?.media ?? [];
  return hosts.map((host) => ` https://${host.replace(/[^\w.*:-]/g, '')}`).join('');
}

function fileOf({ title = 'Vitrine', language = 'en' }: DocumentOptions, head: string, body: string): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>${head}</head>
<body>
${body}
</body>
</html>
`;
}
