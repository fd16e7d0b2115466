// Starts the composer: what was edited before, what the address carries, or the first example; files that are opened or dropped.

import type { Example } from '../examples/example.ts';
import { defineDrawElements } from '../page/draw-elements.ts';
import { byId, el } from '../page/element.ts';
import { pageIdle } from '../page/later-chunks.ts';
import { loadOwnCatalogs } from '../page/own-catalogs.ts';
import { defineWidgets, wireSkip } from '../page/widgets.ts';
import { Composer } from './composer.ts';
import { isLink, readLink } from './document-link.ts';
import { allExamples, firstExample } from './example-list.ts';
import { openFile } from './open-file.ts';
import { readRecording } from './read-recording.ts';

defineWidgets(defineDrawElements);
wireSkip(() => byId('editor', HTMLElement));
// Both come before anything is drawn; neither depends on what a document holds.
const [editing] = await Promise.all([import('./editing.ts'), loadOwnCatalogs()]);
const composer = new Composer(editing);
let listing: Promise<void> | undefined;

async function loadFile(file: File | undefined): Promise<void> {
  if (file === undefined) return;
  const opened = await openFile(file);
  if ('refusal' in opened) composer.say(opened.refusal);
  else openText(opened.text, file.name);
}

function openText(text: string, title: string): void {
  const recording = readRecording(text);
  if (recording !== undefined && 'refusal' in recording) composer.say(recording.refusal);
  else composer.open(recording?.text ?? text, title);
}

function wireFiles(): void {
  const input = byId('file', HTMLInputElement);
  byId('open', HTMLElement).addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    void loadFile(input.files?.[0]);
    // The same file may be chosen again.
    input.value = '';
  });
  const veil = byId('drop', HTMLElement);
  const isFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  addEventListener('dragover', (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    veil.hidden = false;
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) veil.hidden = true;
  });
  addEventListener('drop', (event) => {
    veil.hidden = true;
    if (!isFile(event)) return;
    event.preventDefault();
    void loadFile(event.dataTransfer?.files[0]);
  });
}

/** An address with a document opens it beside what was edited before, and is then as any other. */
async function followAddress(): Promise<boolean> {
  const { hash } = location;
  const [, name] = /^#example=([\w-]+)$/.exec(hash) ?? [];
  if (name === undefined && !isLink(hash)) return false;
  history.replaceState(null, '', location.pathname);
  if (name !== undefined) {
    await listAllExamples();
    return composer.openExample(name);
  }
  const text = await readLink(hash);
  if (text === undefined) composer.say('The link is damaged: its document cannot be read. Ask for it again.');
  else openText(text, 'From a link');
  return text !== undefined;
}

/** In the place of those that are listed. */
function listExamples(examples: readonly Example[]): void {
  const select = byId('examples', HTMLSelectElement);
  const { value } = select;
  for (const old of select.querySelectorAll('optgroup')) old.remove();
  for (const group of new Set(examples.map((one) => one.group))) {
    const options = examples.filter((one) => one.group === group);
    select.append(
      el('optgroup', { label: group }, ...options.map(({ id, title }) => el('option', { value: id }, title))),
    );
  }
  select.value = value;
}

function listAllExamples(): Promise<void> {
  listing ??= allExamples().then(listExamples);
  return listing;
}

listExamples([firstExample]);
wireFiles();
addEventListener('hashchange', () => void followAddress());
composer.restore();
if (!(await followAddress()) && composer.isEmpty) await composer.openExample(firstExample.id);
document.documentElement.dataset.ready = 'true';
void pageIdle().then(listAllExamples);

declare global {
  interface Window {
    /** For tests and for whoever looks at the page in the inspector. */
    composer: Composer;
  }
}
window.composer = composer;
