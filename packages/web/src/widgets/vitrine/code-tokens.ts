// The highlighter, in a chunk of its own: what it finds becomes elements by an emitter of ours, so that its markup is never
// made. Names of scopes become class names of a closed set.

import type { Emitter, HLJSApi } from 'highlight.js';
import core from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const LANGUAGES = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  markdown,
  php,
  python,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};

/** The scopes that the styles know; a scope like `title.function` counts by its first word. */
const LOOKS: ReadonlyMap<string, string> = new Map([
  ...words('hl-keyword', 'keyword literal operator selector-tag doctag meta'),
  ...words('hl-string', 'string regexp char link code'),
  ...words('hl-number', 'number symbol bullet'),
  ...words('hl-comment', 'comment quote'),
  ...words('hl-name', 'title section name type class built_in tag'),
  ...words(
    'hl-property',
    'attr attribute property variable params selector-class selector-id selector-attr template-variable',
  ),
  ...words('hl-added', 'addition'),
  ...words('hl-removed', 'deletion'),
  ...words('hl-emphasis', 'emphasis'),
  ...words('hl-strong', 'strong'),
]);

function words(look: string, scopes: string): [string, string][] {
  return scopes.split(' ').map((scope) => [scope, look]);
}

/** Deeper scopes than these are shown as part of the one around them. */
const MAX_DEPTH = 30;

class NodeEmitter implements Emitter {
  readonly root: DocumentFragment | Element = document.createDocumentFragment();
  readonly #open: (ParentNode & Node)[] = [];

  get #top(): ParentNode & Node {
    return this.#open.at(-1) ?? this.root;
  }

  startScope(name: string): void {
    const look = LOOKS.get(name.split('.', 1)[0] as string);
    if (look === undefined || this.#open.length >= MAX_DEPTH) {
      this.#open.push(this.#top);
      return;
    }
    const span = document.createElement('span');
    span.className = look;
    this.#top.append(span);
    this.#open.push(span);
  }

  endScope(): void {
    this.#open.pop();
  }

  /** Modes are opened and closed by these names. */
  openNode(name: string): void {
    this.startScope(name);
  }

  closeNode(): void {
    this.endScope();
  }

  addText(text: string): void {
    if (text !== '') this.#top.append(text);
  }

  __addSublanguage(emitter: Emitter): void {
    this.#top.append((emitter as NodeEmitter).root);
  }

  finalize(): void {
    this.#open.length = 0;
  }

  /** Asked for by the highlighter, used by nobody. */
  toHTML(): string {
    return '';
  }
}

let highlighter: HLJSApi | undefined;

function ready(): HLJSApi {
  if (highlighter === undefined) {
    highlighter = core.newInstance();
    highlighter.configure({ __emitter: NodeEmitter });
    for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language);
  }
  return highlighter;
}

/** The code as nodes; undefined for a language that is not known here. */
export function highlight(code: string, language: string): Node | undefined {
  const hljs = ready();
  if (!/^[\w+#.-]{1,30}$/.test(language) || hljs.getLanguage(language) === undefined) return undefined;
  const result = hljs.highlight(code, { language, ignoreIllegals: true });
  const { root } = result._emitter as unknown as NodeEmitter;
  return root.textContent === code ? root : undefined;
}

export { VitrineSurface } from '../../first-load.ts';
