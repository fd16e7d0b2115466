// The page as a whole: one document, its three notations, what is wrong with it, what can be built of it, and what a person would
// get. The document is JSON; every other way to change it ends in a change of that text.

import type { Json, ViewerEvent } from '@vitrine/core';
import { knownCatalogs } from '../page/catalogs.ts';
import { allDialects } from '../page/dialects.ts';
import { byId, el, replaceRows, setText } from '../page/element.ts';
import { Player, type PlayerState } from '../page/player.ts';
import { drawIssues, drawMessages } from '../page/report-lists.ts';
import { ResultView } from '../page/result-view.ts';
import { type LocatedIssue, type MessageResult, WorkbenchSession } from '../page/session.ts';
import { markSelected, wireTabs } from '../page/tab-bar.ts';
import { ConvertPane } from './convert-pane.ts';
import { dataPaths } from './data-paths.ts';
import { writeLink } from './document-link.ts';
import { DocumentStore } from './document-store.ts';
import type { Editor, EditorProblem, Language } from './editor.ts';
import { findExample } from './example-list.ts';
import type { DocumentFacts } from './json-assist.ts';
import { Outline } from './outline.ts';
import { Palette } from './palette.ts';
import { PreviewSettings } from './preview-settings.ts';
import { printJson, printMessages } from './print-json.ts';
import { PropertiesPane } from './properties.ts';
import { SurfaceDocument } from './surface-document.ts';

/** Steps a second, by the position of the slider. */
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 250];
/** Above this a reading at every keystroke would be felt. */
const MAX_LIVE_LENGTH = 100_000;
const PAUSE_MS = 350;
/** Problems that are marked in the text; the list below has more. */
const MAX_MARKS = 200;
const PLAY_LABELS: { readonly [state in PlayerState]: string } = {
  whole: 'Stream it',
  playing: 'Pause',
  paused: 'Continue',
  done: 'Stream again',
};

type Editing = typeof import('./editing.ts');
type Views = typeof import('./document-view.ts');

export class Composer {
  readonly #editing: Editing;
  readonly #editor: Editor;
  readonly #dataEditor: Editor;
  readonly #player: Player;
  readonly #result: ResultView;
  readonly #settings: PreviewSettings;
  readonly #store: DocumentStore;
  readonly #outline: Outline;
  readonly #palette: Palette;
  readonly #properties: PropertiesPane;
  readonly #convert: ConvertPane;
  readonly #strict = byId('strict', HTMLInputElement);
  readonly #play = byId('play', HTMLButtonElement);
  readonly #step = byId('step', HTMLButtonElement);
  readonly #whole = byId('whole', HTMLButtonElement);
  /** The notations beside JSON, since one of them was chosen. */
  #views: Views | undefined;
  /** The notation that was chosen last: the editor has it when its code is there. */
  #language: Language = 'json';
  #text = '';
  #title = '';
  #session = new WorkbenchSession('');
  #selected: string | undefined;
  /** What is wrong with the notation that is shown, if it is not JSON. */
  #problems: readonly EditorProblem[] = [];
  #losses: readonly string[] = [];
  #frame = 0;
  #delay = 0;
  #saving = 0;

  constructor(editing: Editing) {
    this.#editing = editing;
    const redraw = () => this.#schedule();
    this.#store = new DocumentStore((latest) => this.#goOnBesideOther(() => latest()?.text));
    this.#editor = new editing.Editor(byId('editor', HTMLElement), {
      label: 'Document',
      assistance: (language) => this.#assistance(language),
      changed: (text) => this.#edited(text),
      moved: (at) => this.#pointed(at),
    });
    this.#dataEditor = new editing.Editor(byId('data-editor', HTMLElement), { label: 'Data of the surface' });
    const converted = new editing.Editor(byId('converted', HTMLElement), { label: 'Converted', readOnly: true });
    this.#convert = new ConvertPane(converted, (text) => this.open(text, `${this.#title}, converted`));
    this.#player = new Player({ after: runAfter }, redraw);
    this.#result = new ResultView(redraw, (event) => void this.#answer(event));
    this.#settings = new PreviewSettings(byId('live', HTMLElement), this.#result.element, () => this.#read());
    const moved = { selected: (id: string) => this.#select(id), removed: (id: string) => this.#remove(id) };
    this.#outline = new Outline(byId('outline', HTMLElement), {
      ...moved,
      moved: (id, place) => this.#change((document) => document.move(id, place), id),
      added: (type, place) => this.#add(type, place),
    });
    this.#palette = new Palette(
      byId('palette', HTMLElement),
      byId('palette-filter', HTMLInputElement),
      editing,
      (type) => this.#add(type, this.#outline.target()),
    );
    this.#properties = new PropertiesPane(byId('properties', HTMLElement), editing, {
      ...moved,
      changed: (id, name, value) => this.#change((document) => document.setProp(id, name, value)),
    });
    this.#strict.addEventListener('change', () => this.#read());
    this.#wireViews();
    this.#wirePlayer();
    this.#wireReport();
    this.#wireDocument();
    this.#wireData();
  }

  get text(): string {
    return this.#text;
  }
  get isEmpty(): boolean {
    return this.#text === '';
  }

  /** Another document; the one before stays among the recent ones. */
  open(text: string, title: string): void {
    this.#save();
    if (this.#text !== '') this.#store.renew();
    this.#title = title;
    this.#result.forgetEvents();
    this.#selected = undefined;
    this.#editor.forget();
    this.#write(text);
    byId('examples', HTMLSelectElement).value = '';
  }

  async openExample(id: string): Promise<boolean> {
    const example = await findExample(id);
    if (example === undefined) return false;
    const version = byId('version', HTMLSelectElement).value === '0.9' ? '0.9' : '1.0';
    this.open(printMessages(example.messages(version)), example.title);
    byId('examples', HTMLSelectElement).value = id;
    return true;
  }

  restore(): void {
    const stored = this.#store.restore();
    if (stored === undefined) return;
    this.#title = stored.title;
    this.#write(stored.text);
    // It stands there as it is: another tab that has it need not hear of it.
    clearTimeout(this.#saving);
  }

  /** A sentence that is no issue of the document. */
  say(text: string, ...actions: readonly HTMLElement[]): void {
    const line = byId('notice', HTMLElement);
    const close = el('button', { type: 'button', class: 'quiet small' }, 'Dismiss');
    close.addEventListener('click', () => {
      line.hidden = true;
      this.#editor.focus();
    });
    line.replaceChildren(el('span', {}, text), ...actions, close);
    line.hidden = false;
  }

  #assistance(language: Language) {
    const { jsonAssistance, wordAssistance } = this.#editing;
    const facts = () => this.#facts();
    return language === 'json' ? jsonAssistance(facts) : wordAssistance(facts);
  }

  #facts(): DocumentFacts {
    const surface = this.#session.fold.surfaces.get(this.#result.chosen ?? '');
    const catalogs = knownCatalogs();
    return {
      catalogs,
      catalog: this.#session.fold.catalogs.get(surface?.catalog ?? '') ?? catalogs[0],
      ids: surface?.components().map(({ id }) => id) ?? [],
      paths: dataPaths(surface?.data.snapshot()),
    };
  }

  /** The program writes the document anew. */
  #write(text: string): void {
    this.#text = text;
    this.#read();
    void this.#show(this.#language);
    this.#keep();
  }

  /** A person typed. */
  #edited(text: string): void {
    clearTimeout(this.#delay);
    const take = () => {
      if (this.#editor.language === 'json') this.#text = text;
      else this.#readNotation(text);
      this.#read();
      this.#keep();
    };
    if (text.length < MAX_LIVE_LENGTH && this.#editor.language === 'json') take();
    else this.#delay = setTimeout(take, PAUSE_MS);
  }

  #readNotation(text: string): void {
    const { language } = this.#editor;
    if (language === 'json' || this.#views === undefined) return;
    const read = this.#views.readView(language, text, this.#session.fold);
    this.#problems = 'problems' in read ? read.problems : [];
    if ('messages' in read) this.#text = printMessages(read.messages);
  }

  /** Shows the document in a notation, written from what it is now. */
  async #show(language: Language): Promise<void> {
    this.#language = language;
    if (language !== 'json') this.#views ??= await import('./document-view.ts');
    // Another one was chosen meanwhile.
    if (language !== this.#language) return;
    this.#problems = [];
    this.#losses = [];
    if (language === 'json' || this.#views === undefined) this.#editor.show('json', this.#text);
    else {
      this.#session.rest();
      const { text, losses } = this.#views.writeView(language, this.#session.fold);
      this.#losses = losses;
      this.#editor.show(language, text);
    }
    this.#schedule();
  }

  #read(): void {
    const session = this.#begin();
    session.rest();
    this.#player.whole();
    if (session.lacksDialects) void this.#readAgain(session);
  }

  /** Until then the page stays as it was. */
  async #readAgain(session: WorkbenchSession): Promise<void> {
    try {
      await allDialects();
      if (session !== this.#session) return;
      this.#read();
      if (this.#language !== 'json') await this.#show(this.#language);
    } catch {
      this.say('The code that reads this dialect could not be fetched. Reload the page when the host is there again.');
    }
  }

  #begin(): WorkbenchSession {
    const { locale } = this.#settings ?? {};
    this.#session = new WorkbenchSession(this.#text, { strict: this.#strict.checked, locale });
    return this.#session;
  }

  #keep(): void {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.#save(), PAUSE_MS);
  }

  #save(): void {
    clearTimeout(this.#saving);
    if (this.#text === '') return;
    if (!this.#store.save(this.#text, this.#title))
      this.say('This document is too large to be kept in the browser: copy it to a file before you leave.');
  }

  #goOnBesideOther(latest: () => string | undefined): void {
    const take = el('button', { type: 'button', class: 'small' }, 'Take its text');
    take.addEventListener('click', () => this.#write(latest() ?? this.#text));
    this.say('Another tab edits this document too. This tab goes on with a copy of its own; nothing is lost.', take);
    this.#save();
  }

  /** The agent of an example answers what a person did; its answer is no part of the document. */
  async #answer(event: ViewerEvent): Promise<void> {
    if (event.event !== 'action') return;
    const session = this.#session;
    const example = await findExample(event.surface);
    const protocol = session.fold.surfaces.get(event.surface)?.protocol === '0.9' ? '0.9' : '1.0';
    const reply = example?.reply(event.name, event.context, protocol);
    if (reply !== undefined) session.reply(reply);
    this.#schedule();
  }

  /* Building */

  /** The surface that is shown, where its messages can be changed one by one. */
  #document(): SurfaceDocument | undefined {
    const surface = this.#session.fold.surfaces.get(this.#result.chosen ?? '');
    const catalog = this.#session.fold.catalogs.get(surface?.catalog ?? '');
    if (surface === undefined || catalog === undefined || !['0.9', '1.0'].includes(surface.protocol ?? ''))
      return undefined;
    return new SurfaceDocument(this.#messages(), surface.id, catalog);
  }

  #messages(): readonly Json[] {
    return this.#session.steps.map((step) => step.message?.wire ?? parse(this.#slice(step.range)) ?? null);
  }

  #slice({ start, end }: { readonly start: number; readonly end: number }): string {
    return this.#text.slice(start, end);
  }

  #change(edit: (document: SurfaceDocument) => void, selected = this.#selected): void {
    const document = this.#document();
    if (document === undefined) return;
    edit(document);
    const { steps } = this.#session;
    const isLines = steps.every(({ message }) => message === undefined);
    let text = this.#text;
    for (const [index, message] of [...document.changes].sort(([a], [b]) => b - a)) {
      const range = steps[index]?.range;
      const indent = /\n?([ \t]*)$/.exec(this.#text.slice(0, range?.start ?? 0))?.[1] ?? '';
      const written = isLines ? JSON.stringify(message) : printJson(message, indent);
      if (range !== undefined) text = text.slice(0, range.start) + written + text.slice(range.end);
      else text = isLines ? `${text.trimEnd()}\n${written}\n` : appended(text, printJson(message, '  '));
    }
    this.#selected = selected;
    this.#write(text);
  }

  #add(type: string, place: Parameters<SurfaceDocument['add']>[1] | undefined): void {
    if (place === undefined) {
      this.say('There is no place for a component yet: open an example, or choose a component that holds others.');
      return;
    }
    let id: string | undefined;
    this.#change((document) => {
      id = document.add(type, place);
      this.#selected = id;
    });
    if (id !== undefined) this.#select(id);
  }

  #remove(id: string): void {
    const parent = this.#document()?.placeOf(id)?.parent;
    if (parent === undefined) this.say('The root of a surface cannot be removed.');
    else this.#change((document) => document.remove(id), parent);
  }

  #select(id: string): void {
    this.#selected = id;
    const at = this.#text.search(new RegExp(`"id":\\s*${escapePattern(JSON.stringify(id))}`));
    if (at >= 0 && this.#editor.language === 'json') this.#editor.reveal(at, at);
    this.#schedule();
  }

  /** The cursor stands in a component: it is the chosen one. */
  #pointed(at: number): void {
    if (this.#editor.language !== 'json') return;
    const id = this.#editing.componentAt(this.#editor.state, at);
    if (id === undefined || id === this.#selected) return;
    this.#selected = id;
    this.#schedule();
  }

  /* Controls */

  #wireViews(): void {
    const list = byId('views', HTMLElement);
    wireTabs(list, (tab) => {
      markSelected(list, tab);
      void this.#show((tab.dataset.language ?? 'json') as Language);
    });
    const looks = byId('convert-tab', HTMLElement);
    looks.parentElement?.addEventListener('click', () => this.#schedule());
  }

  #wireDocument(): void {
    const examples = byId('examples', HTMLSelectElement);
    examples.addEventListener('change', () => void this.openExample(examples.value));
    const version = byId('version', HTMLSelectElement);
    version.addEventListener('change', () => examples.value !== '' && void this.openExample(examples.value));
    byId('clear', HTMLElement).addEventListener('click', () => {
      this.open('', '');
      this.#editor.focus();
    });
    byId('link', HTMLElement).addEventListener('click', () => void this.#copyLink());
    addEventListener('pagehide', () => this.#save());
  }

  async #copyLink(): Promise<void> {
    const link = await writeLink(this.#text, location);
    try {
      await navigator.clipboard.writeText(link);
      const size = link.length > 16_000 ? ' It is long: some programs cut such links.' : '';
      this.say(`The link is copied. It carries the document itself; no server keeps it.${size}`);
    } catch {
      history.replaceState(null, '', link);
      this.say('The browser does not let the page copy. The link stands in the address bar.');
    }
  }

  #wireData(): void {
    const [edit, apply] = [byId('data-edit', HTMLButtonElement), byId('data-apply', HTMLButtonElement)];
    const [pane, host] = [byId('data', HTMLElement), byId('data-editor', HTMLElement)];
    const toggle = (isEdited: boolean) => {
      pane.hidden = isEdited;
      host.hidden = !isEdited;
      apply.hidden = !isEdited;
      setText(edit, isEdited ? 'Cancel' : 'Edit');
    };
    edit.addEventListener('click', () => {
      const surface = this.#session.fold.surfaces.get(this.#result.chosen ?? '');
      if (host.hidden) this.#dataEditor.write(printJson(surface?.data.snapshot() ?? {}, '', 44));
      toggle(host.hidden === true);
      if (host.hidden !== true) this.#dataEditor.focus();
    });
    apply.addEventListener('click', () => {
      const value = parse(this.#dataEditor.text);
      if (value === undefined) return this.say('The data is no JSON: the document stays as it was.');
      toggle(false);
      this.#change((document) => document.setData(value));
    });
    toggle(false);
  }

  #wirePlayer(): void {
    this.#play.addEventListener('click', () => {
      if (this.#player.state === 'playing') this.#player.pause();
      else if (this.#player.state === 'paused') this.#player.resume();
      else this.#player.play(this.#begin());
    });
    this.#step.addEventListener('click', () => {
      if (this.#player.state === 'playing') this.#player.pause();
      else if (this.#player.state !== 'paused') this.#player.hold(this.#begin());
      this.#player.step();
    });
    this.#whole.addEventListener('click', () => {
      this.#session.rest();
      this.#player.whole();
    });
    const speed = byId('speed', HTMLInputElement);
    const setSpeed = () => {
      const perSecond = SPEEDS[speed.valueAsNumber] ?? 4;
      this.#player.setSpeed(perSecond);
      setText(byId('speed-value', HTMLOutputElement), `${perSecond}/s`);
    };
    speed.addEventListener('input', setSpeed);
    setSpeed();
  }

  #wireReport(): void {
    const tab = byId('issues-tab', HTMLElement);
    const list = tab.parentElement as HTMLElement;
    wireTabs(list, (chosen) => {
      markSelected(list, chosen);
      byId('issues', HTMLElement).hidden = chosen !== tab;
      byId('messages', HTMLElement).hidden = chosen === tab;
    });
  }

  /* Drawing */

  #schedule(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const session = this.#session;
    if (session.lacksDialects) return;
    this.#result.update(session);
    const found = session.found();
    this.#drawMarks(found);
    this.#drawReport(session, found);
    this.#drawBuilder();
    this.#drawPlayer(found);
    if (!byId('convert', HTMLElement).hidden) this.#convert.update(this.#messages().filter((one) => one !== null));
  }

  #drawMarks(found: readonly LocatedIssue[]): void {
    const { state } = this.#player;
    const isSlow = state === 'playing' || state === 'paused';
    const isJson = this.#editor.language === 'json';
    const marks = found.slice(0, MAX_MARKS).flatMap((one): EditorProblem[] => {
      const range = this.#session.rangeOf(one);
      const { severity, message } = one.issue;
      return range === undefined ? [] : [{ ...range, severity: severity === 'error' ? 'error' : 'warning', message }];
    });
    this.#editor.setProblems(isJson ? marks : this.#problems);
    this.#editor.setFed(isSlow && isJson ? lastLine(this.#session) : undefined);
  }

  #drawBuilder(): void {
    const document = this.#document();
    const surface = this.#session.fold.surfaces.get(this.#result.chosen ?? '');
    const chosen = document?.component(this.#selected ?? '') === undefined ? undefined : this.#selected;
    this.#selected = chosen;
    this.#palette.update(document?.catalog);
    this.#outline.update(document, surface?.root ?? 'root', chosen);
    this.#properties.update(document, chosen);
    const why = surface === undefined ? '' : 'Only A2UI 0.9 and 1.0 can be built here: convert the document first.';
    setText(byId('builder-hint', HTMLElement), document === undefined ? why : '');
  }

  #drawPlayer(found: readonly LocatedIssue[]): void {
    const session = this.#session;
    const { state } = this.#player;
    setText(this.#play, PLAY_LABELS[state]);
    this.#play.disabled = session.steps.length === 0;
    this.#step.disabled = session.steps.length === 0;
    this.#whole.disabled = state === 'whole' || state === 'done';
    const progress = byId('progress', HTMLProgressElement);
    progress.max = Math.max(1, session.steps.length);
    progress.value = session.fed;
    // Read aloud once it is over, not at every step.
    if (state !== 'playing') setText(byId('counts', HTMLElement), this.#counts(found));
  }

  #counts(found: readonly LocatedIssue[]): string {
    if (this.#problems.length > 0) return `Not read: ${this.#problems[0]?.message}`;
    const lost = this.#losses.length === 0 ? '' : ` Not in this notation: ${this.#losses.join(' ')}`;
    return counts(this.#session, found) + lost;
  }

  #drawReport(session: WorkbenchSession, found: readonly LocatedIssue[]): void {
    const open = (one: LocatedIssue | MessageResult) => {
      const range = 'issue' in one ? session.rangeOf(one) : one.step.range;
      if (range === undefined) return;
      markSelected(byId('views', HTMLElement), byId('json-tab', HTMLElement));
      void this.#show('json');
      this.#editor.select(range.start, range.end);
    };
    replaceRows(byId('issues', HTMLElement), ...drawIssues(found, session.steps.length > 0, open));
    replaceRows(byId('messages', HTMLElement), ...drawMessages(session.messages, open));
    const badge = byId('issue-count', HTMLElement);
    setText(badge, String(found.length));
    badge.className = `badge ${worst(found)}`;
    setText(byId('message-count', HTMLElement), String(session.messages.length));
  }
}

function runAfter(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

function worst(found: readonly LocatedIssue[]): string {
  if (found.some(({ issue }) => issue.severity === 'error')) return 'error';
  return found.length > 0 ? 'warning' : '';
}

function lastLine({ current, text }: WorkbenchSession): number {
  return current === undefined
    ? 0
    : current.line + text.slice(current.range.start, current.range.end).split('\n').length - 1;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** One more item in a list that is laid out over lines. */
function appended(text: string, item: string): string {
  const end = text.lastIndexOf(']');
  const before = text.slice(0, end).trimEnd();
  return `${before}${before.endsWith('[') ? '' : ','}\n  ${item}\n${text.slice(end)}`;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function counts({ messages, steps, fed }: WorkbenchSession, found: readonly LocatedIssue[]): string {
  if (steps.length === 0) return '';
  const accepted = messages.filter(({ ok }) => ok).length;
  const errors = found.filter(({ issue }) => issue.severity === 'error').length;
  const parts = [`${accepted} of ${messages.length} accepted`];
  if (errors > 0) parts.push(`${errors} ${errors === 1 ? 'error' : 'errors'}`);
  const rest = found.length - errors;
  if (rest > 0) parts.push(`${rest} ${rest === 1 ? 'warning' : 'warnings'}`);
  if (fed < steps.length) parts.push(`${steps.length - fed} to come`);
  return parts.join(', ');
}
