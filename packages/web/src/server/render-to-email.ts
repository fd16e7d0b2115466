// A surface as HTML for mail programs: tables and inline styles, nothing that runs, nothing that is fetched but pictures that
// the URL policy lets through. Nobody can act in a mail: a button, and a field with what stands in it, lead to the session.

import type { Surface, View } from '@vitrine/core/page';
import { type DrawOptions, drawOnServer } from './draw-surface.ts';
import { ServerElement, type ServerNode, ServerText } from './server-document.ts';
import { escapeHtml } from './write-html.ts';

export interface EmailOptions extends DrawOptions {
  /** Where a person acts: the `viewerUrl` of the session. Absent: what could be pressed is text. */
  readonly sessionUrl?: string;
}

const STYLES: { readonly [name: string]: string } = {
  body: 'font-family: Arial, Helvetica, sans-serif; font-size: 16px; line-height: 1.5; color: #1a1f26;',
  button:
    'display: inline-block; padding: 8px 16px; border-radius: 8px; background: #0b57d0; color: #ffffff; text-decoration: none; font-weight: bold;',
  field:
    'padding: 8px 12px; border: 1px solid #757d88; border-radius: 8px; color: #1a1f26; text-decoration: none; display: block;',
  card: 'padding: 16px; border: 1px solid #d5dae1; border-radius: 8px;',
  label: 'font-weight: bold;',
  cell: 'padding: 6px; vertical-align: top; text-align: left;',
};

export async function renderToEmail(surface: Surface, view: View, options: EmailOptions = {}): Promise<string> {
  const root = await drawOnServer(surface, view, options);
  const writer = new EmailWriter(linkOf(options.sessionUrl));
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${STYLES.body}">${rows(
    root.childNodes.map((node) => writer.write(node)),
  )}</table>`;
}

/** Of a host, or none: a link in a mail is clicked. */
function linkOf(url: string | undefined): string | undefined {
  return url !== undefined && /^https?:\/\/[^\s"'<>]+$/i.test(url) ? url : undefined;
}

const KEPT = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'b',
  'i',
  'code',
  'pre',
  'hr',
  'br',
  'blockquote',
  'bdi',
]);
const TABLE = new Set(['table', 'thead', 'tbody', 'tr', 'th', 'td', 'caption']);
const DROPPED = new Set(['dialog', 'audio', 'video', 'style', 'link', 'template', 'slot']);

class EmailWriter {
  readonly #link: string | undefined;

  constructor(link: string | undefined) {
    this.#link = link;
  }

  write(node: ServerNode): string {
    if (node instanceof ServerText) return escapeHtml(node.data);
    if (!(node instanceof ServerElement) || node.hasAttribute('hidden') || DROPPED.has(node.localName)) return '';
    const { localName } = node;
    if (localName === 'button') return this.#linked(textOf(node), STYLES.button ?? '');
    if (localName === 'img') return this.#image(node);
    if (localName === 'svg')
      return node.hasAttribute('aria-label') ? `<p>${escapeHtml(node.getAttribute('aria-label') ?? '')}</p>` : '';
    if (localName === 'progress') return `<p>${escapeHtml(`${node.value} / ${node.getAttribute('max') ?? 1}`)}</p>`;
    if (node.classList.contains('field')) return this.#field(node);
    if (node.classList.contains('row')) return this.#row(node);
    return this.#other(node);
  }

  #inner(node: ServerElement): string {
    return node.childNodes.map((child) => this.write(child)).join('');
  }

  #other(node: ServerElement): string {
    const { localName } = node;
    const inner = this.#inner(node);
    if (localName === 'a') return this.#anchor(node, inner);
    if (KEPT.has(localName))
      return localName === 'hr' || localName === 'br' ? `<${localName}>` : `<${localName}>${inner}</${localName}>`;
    if (TABLE.has(localName)) return `<${localName} style="${STYLES.cell}">${inner}</${localName}>`;
    if (node.classList.contains('card')) return table(`<tr><td style="${STYLES.card}">${inner}</td></tr>`);
    if (node.classList.contains('column')) return table(rows(node.childNodes.map((child) => this.write(child))));
    return localName === 'span' || localName === 'label' ? inner : `<div>${inner}</div>`;
  }

  /** Its label, and what stands in its control. */
  #field(node: ServerElement): string {
    const label = textOf(node.querySelector('.label') ?? node);
    const controls = node
      .querySelectorAll('input, textarea, select')
      .filter((one) => one.getAttribute('type') !== 'search');
    const words = controls.map(shownValue).filter(Boolean).join(', ');
    return `<p style="margin: 8px 0;"><span style="${STYLES.label}">${escapeHtml(label)}</span></p>${this.#linked(words || '\u00a0', STYLES.field ?? '')}`;
  }

  #row(node: ServerElement): string {
    const cells = node.childNodes.map((child) => `<td style="${STYLES.cell}">${this.write(child)}</td>`);
    return table(`<tr>${cells.join('')}</tr>`);
  }

  #linked(words: string, style: string): string {
    const inner = escapeHtml(words);
    return this.#link === undefined
      ? `<span style="${style}">${inner}</span>`
      : `<a href="${escapeHtml(this.#link)}" style="${style}">${inner}</a>`;
  }

  /** The URL policy has let it through when it was drawn. */
  #anchor(node: ServerElement, inner: string): string {
    const href = node.getAttribute('href') ?? '';
    return /^(?:https?|mailto):/i.test(href) ? `<a href="${escapeHtml(href)}">${inner}</a>` : inner;
  }

  #image(node: ServerElement): string {
    const [src, alt] = ['src', 'alt'].map((name) => escapeHtml(node.getAttribute(name) ?? ''));
    return src ? `<img src="${src}" alt="${alt}" style="max-width: 100%; height: auto;">` : '';
  }
}

function table(inner: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${inner}</table>`;
}

function rows(cells: readonly string[]): string {
  return cells
    .filter((cell) => cell !== '')
    .map((cell) => `<tr><td style="${STYLES.cell}">${cell}</td></tr>`)
    .join('');
}

function textOf(node: ServerElement): string {
  return node.textContent.replace(/\s+/g, ' ').trim();
}

function shownValue(control: ServerElement): string {
  const type = control.getAttribute('type') ?? '';
  if (type === 'password' || type === 'file') return '';
  if (type !== 'checkbox' && type !== 'radio') return control.value;
  if (!control.hasAttribute('checked')) return '';
  return textOf(control.closest('label') ?? control) || '\u2713';
}
