// Starts the page: examples, files that are opened or dropped, and the first example to look at.

import { App } from './app.ts';
import { byId, el } from './element.ts';
import { EXAMPLES, type Example } from './examples.ts';
import { loadOwnCatalogs } from './own-catalogs.ts';
import { defineWidgets, wireSkip } from './widgets.ts';

/** A text area with more than this is no longer pleasant. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;

defineWidgets();
wireSkip(() => byId('stream', HTMLElement));
await loadOwnCatalogs();
const app = new App();

async function loadExample({ file, title }: Example): Promise<void> {
  try {
    const response = await fetch(file);
    if (!response.ok) throw new Error(`status ${response.status}`);
    app.load(await response.text());
  } catch {
    app.say(`The example “${title}” could not be loaded: the server does not answer.`);
  }
}

async function loadFile(file: File | undefined): Promise<void> {
  if (file === undefined) return;
  if (file.size > MAX_FILE_BYTES) app.say(`“${file.name}” is larger than 32 MB; use "vitrine validate" for it.`);
  else app.load(await file.text());
}

function wireFiles(): void {
  const input = byId('file', HTMLInputElement);
  byId('open', HTMLElement).addEventListener('click', () => input.click());
  byId('clear', HTMLElement).addEventListener('click', () => {
    app.load('');
    byId('stream', HTMLElement).focus();
  });
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

function wireExamples(): void {
  const buttons = EXAMPLES.map((example) => {
    const button = el('button', { type: 'button', class: 'pill', title: example.description }, example.title);
    button.addEventListener('click', () => void loadExample(example));
    return button;
  });
  byId('examples', HTMLElement).append(...buttons);
}

wireExamples();
wireFiles();
const [first] = EXAMPLES;
// What the browser kept of an earlier visit is not overwritten.
if (first !== undefined && byId('stream', HTMLTextAreaElement).value === '') void loadExample(first);
