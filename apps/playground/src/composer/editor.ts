// The text editor: CodeMirror in a shadow root of its own, because only there it adopts its style sheets instead of writing
// style elements, which the page's policy refuses. This module and all below it are one lazy chunk.

import { autocompletion, type CompletionSource, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, StateEffect, StateField, Transaction } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { expressLanguage } from './express-language.ts';

export type Language = 'json' | 'express' | 'typescript';
export type Severity = 'error' | 'warning';
export interface EditorProblem {
  readonly start: number;
  readonly end: number;
  readonly severity: Severity;
  readonly message: string;
}
/** What is known of the word at a place. */
export interface HoverWords {
  readonly start: number;
  readonly end: number;
  readonly title: string;
  readonly text: string;
}
export interface Assistance {
  readonly complete: CompletionSource;
  hover(state: EditorState, at: number): HoverWords | undefined;
}
export interface EditorOptions {
  readonly label: string;
  readonly language?: Language;
  readonly readOnly?: boolean;
  readonly assistance?: (language: Language) => Assistance | undefined;
  /** A person changed the text. */
  readonly changed?: (text: string) => void;
  /** The cursor was moved. */
  readonly moved?: (at: number) => void;
}

/** Marks what the program wrote, which is not told to `changed`. */
const written = StateEffect.define<true>();
const setFed = StateEffect.define<number>();
const unfed = Decoration.line({ class: 'cm-unfed' });
/** The lines of a stream that were not fed yet. */
const fedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, transaction) {
    let next = lines.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setFed)) next = linesFrom(transaction.state, effect.value);
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** More are too far away to be seen at once. */
const MAX_UNFED = 400;
function linesFrom({ doc }: EditorState, line: number): DecorationSet {
  const last = Math.min(doc.lines, line + MAX_UNFED);
  const found = [];
  for (let i = line + 1; i <= last; i++) found.push(unfed.range(doc.line(i).from));
  return Decoration.set(found);
}

export class Editor {
  readonly #view: EditorView;
  readonly #options: EditorOptions;
  readonly #language = new Compartment();
  /** The states of views that are not shown, with their histories. */
  readonly #states = new Map<Language, EditorState>();
  #current: Language;

  constructor(host: HTMLElement, options: EditorOptions) {
    this.#options = options;
    this.#current = options.language ?? 'json';
    const root = host.attachShadow({ mode: 'open' });
    this.#view = new EditorView({ state: this.#state(''), parent: root, root });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }
  get language(): Language {
    return this.#current;
  }
  get state(): EditorState {
    return this.#view.state;
  }

  /** Only what differs is replaced: selection, folds and history stay. */
  write(text: string): void {
    const { doc } = this.#view.state;
    const before = doc.toString();
    if (before === text) return;
    this.#view.dispatch({ changes: difference(before, text), effects: written.of(true) });
  }

  /** Another view of the document; its history is what it was when it was left. */
  show(language: Language, text: string): void {
    if (language !== this.#current) {
      this.#states.set(this.#current, this.#view.state);
      this.#current = language;
      this.#view.setState(this.#states.get(language) ?? this.#state(text));
    }
    this.write(text);
  }

  /** Nothing of what was undone or typed before belongs to another document. */
  forget(): void {
    this.#states.clear();
  }

  setProblems(problems: readonly EditorProblem[]): void {
    const { length } = this.#view.state.doc;
    const diagnostics = problems.map(
      ({ start, end, severity, message }): Diagnostic => ({
        from: Math.min(start, length),
        to: Math.min(Math.max(end, start), length),
        severity,
        message,
      }),
    );
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }

  /** Lines behind this one are not fed yet. */
  setFed(line: number | undefined): void {
    const { state } = this.#view;
    this.#view.dispatch({ effects: setFed.of(line ?? state.doc.lines) });
    if (line !== undefined && line >= 1 && line <= state.doc.lines)
      this.#view.dispatch({ effects: EditorView.scrollIntoView(state.doc.line(line).from, { y: 'center' }) });
  }

  select(start: number, end: number): void {
    this.reveal(start, end);
    this.#view.focus();
  }

  reveal(start: number, end: number): void {
    const { length } = this.#view.state.doc;
    const anchor = Math.min(start, length);
    this.#view.dispatch({
      selection: { anchor, head: Math.min(end, length) },
      effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      annotations: Transaction.userEvent.of('vitrine.reveal'),
    });
  }

  focus(): void {
    this.#view.focus();
  }

  #state(doc: string): EditorState {
    const { label, readOnly = false, assistance } = this.#options;
    const helper = assistance?.(this.#current);
    return EditorState.create({
      doc,
      extensions: [
        lineNumbers(),
        foldGutter(),
        codeFolding(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        lintGutter(),
        fedLines,
        look,
        syntaxHighlighting(colours),
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
        this.#language.of(languages[this.#current]()),
        readOnly ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : closeBrackets(),
        helper === undefined ? [] : assisted(helper),
        // Tab indents only while text is edited: Escape, then Tab leaves the editor.
        keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...searchKeymap, ...lintKeymap, indentWithTab]),
        EditorView.updateListener.of((update) => {
          const isWritten = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(written)));
          if (update.docChanged && !isWritten) this.#options.changed?.(update.state.doc.toString());
          const isPointed = update.transactions.some((one) => one.isUserEvent('select'));
          if (update.selectionSet && isPointed) this.#options.moved?.(update.state.selection.main.head);
        }),
      ],
    });
  }
}

const languages: { readonly [language in Language]: () => Extension } = {
  json,
  express: () => expressLanguage,
  typescript: () => javascript({ typescript: true }),
};

function assisted({ complete, hover }: Assistance): Extension {
  return [
    autocompletion({ override: [complete], icons: false }),
    keymap.of(completionKeymap),
    hoverTooltip((view, at) => {
      const found = hover(view.state, at);
      if (found === undefined) return null;
      const { start: pos, end, title, text } = found;
      return { pos, end, above: true, create: () => ({ dom: hoverBox(title, text) }) };
    }),
  ];
}

function hoverBox(title: string, text: string): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'cm-words';
  const head = dom.appendChild(document.createElement('strong'));
  head.textContent = title;
  const body = dom.appendChild(document.createElement('div'));
  body.textContent = text;
  return dom;
}

/** The one stretch in which two texts differ. */
function difference(before: string, after: string): { from: number; to: number; insert: string } {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let end = 0;
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--key)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--number)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--accent)' },
  { tag: [tags.typeName, tags.className, tags.function(tags.variableName)], color: 'var(--key)' },
  { tag: [tags.comment], color: 'var(--soft)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--error)' },
]);

/** In the custom properties of the page, which reach into the shadow root: one theme for both colour schemes. */
const look = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--ink)', backgroundColor: 'var(--panel)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--soft)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--accent) 7%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 25%, transparent)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-wash)', color: 'inherit' },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-wash)' },
  '.cm-unfed': { opacity: '0.45' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--accent-wash)',
    border: '1px solid var(--line)',
    color: 'var(--ink)',
    padding: '0 6px',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--panel)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    boxShadow: '0 6px 24px rgb(0 0 0 / 18%)',
    maxWidth: 'min(28rem, 90vw)',
  },
  '.cm-words': { padding: '8px 12px', fontFamily: 'system-ui, sans-serif' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '16em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 10px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--accent)',
    color: 'var(--accent-ink)',
  },
  '.cm-completionDetail': { color: 'inherit', opacity: '0.8', fontStyle: 'normal' },
  '.cm-tooltip.cm-completionInfo': { padding: '8px 12px', fontFamily: 'system-ui, sans-serif' },
  '.cm-diagnostic': { fontFamily: 'system-ui, sans-serif', padding: '6px 12px' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--ink)' },
  '.cm-panels input, .cm-panels button': {
    background: 'var(--panel)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    backgroundImage: 'none',
  },
});
