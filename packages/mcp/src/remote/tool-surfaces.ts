// What a person sees of a server: the list of its tools, and the form of one. Made of the extension catalog, so that every viewer can
// be shown them; what the server says is text in them and nothing else.

import { type Component, defined, isArray, type Json, type JsonObject, type OpenOp } from '@vitrine/core/internal';
import { digestOf } from '@vitrine/face-kit';
import type { RemoteTool } from './remote-tool.ts';
import { optionTexts, type ToolField } from './tool-fields.ts';

export const TOOLS_SURFACE = 'mcp-tools';
const CATALOG = 'urn:vitrine:catalog:vitrine:1.0';
/** Of the surfaces that are made here: what a server shows itself may not be called so. */
export const OUR_SURFACE = /^mcp-(tools$|form-|result-)/;

/** The events of these surfaces. */
export const TOOL_EVENTS = { open: 'open', call: 'call', close: 'close' } as const;

/** Another schema is another form: what was typed into the old one is not meant for it. */
export function formSurface({ name, inputSchema }: RemoteTool): string {
  return `mcp-form-${digestOf(JSON.stringify([name, inputSchema])).slice(0, 16)}`;
}

export function resultSurface(tool: string): string {
  return `mcp-result-${digestOf(tool).slice(0, 16)}`;
}

export class SurfaceWriter {
  readonly #components: Component[] = [];
  readonly #data: { [key: string]: Json } = {};

  add(type: string, props: JsonObject, id = `c${this.#components.length}`): string {
    this.#components.push({ id, type, props });
    return id;
  }

  /** Puts a value into the data, and gives where it stands. */
  hold(value: Json, key = `d${Object.keys(this.#data).length}`): { readonly path: string } {
    this.#data[key] = value;
    return { path: `/${key}` };
  }

  text(words: string, variant?: 'caption'): string {
    return this.add('Text', { text: words, ...defined({ variant }) });
  }

  heading(words: string): string {
    return this.text(`## ${words.replace(/([\\`*_[\]<>#])/g, '\\$1')}`);
  }

  button(label: string, name: string, context: JsonObject, more: JsonObject = {}): string {
    return this.add('Button', { child: this.text(label), action: { event: { name, context } }, ...more });
  }

  open(surface: string, children: readonly string[], catalog = CATALOG): OpenOp {
    this.add('Column', { children }, 'root');
    return { op: 'open', surface, catalog, components: this.#components, data: this.#data };
  }
}

export interface ServerPage {
  readonly title: string;
  readonly instructions: string;
  readonly tools: readonly RemoteTool[];
  /** There are more than are shown. */
  readonly more: boolean;
}

export function toolsPage({ title, instructions, tools, more }: ServerPage): OpenOp {
  const page = new SurfaceWriter();
  const children = [page.heading(title)];
  if (instructions !== '') children.push(page.text(instructions, 'caption'));
  if (tools.length === 0) children.push(page.text('This server has no tools for people.'));
  for (const { name, title: label, description } of tools) {
    const lines = [page.button(label, TOOL_EVENTS.open, { tool: name })];
    if (description !== '') lines.push(page.text(description));
    children.push(page.add('Card', { child: page.add('Column', { children: lines, align: 'start' }) }));
  }
  if (more) children.push(page.text('There are more tools than are shown.', 'caption'));
  return page.open(TOOLS_SURFACE, children);
}

export const PROBLEM_KEY = 'problem';

export function formPage(tool: RemoteTool, fields: readonly ToolField[]): OpenOp {
  const page = new SurfaceWriter();
  const children = [page.heading(tool.title)];
  if (tool.description !== '') children.push(page.text(tool.description));
  if (tool.warning !== undefined) children.push(page.text(tool.warning, 'caption'));
  for (const field of fields) {
    children.push(inputOf(page, field));
    if (field.hint !== '') children.push(page.text(field.hint, 'caption'));
  }
  children.push(page.add('Text', { text: page.hold('', PROBLEM_KEY) }));
  const context = Object.fromEntries(fields.map(({ key }) => [key, { path: `/${key}` }]));
  const call = page.button('Call', TOOL_EVENTS.call, context, { variant: 'primary', checks: fields.flatMap(checksOf) });
  children.push(page.add('Row', { children: [call, page.button('Close', TOOL_EVENTS.close, {})], justify: 'start' }));
  return page.open(formSurface(tool), children);
}

/** Only what must be there: the rest is judged, in words, when it is sent. */
function checksOf({ key, label, kind, rule }: ToolField): readonly JsonObject[] {
  if (rule.required !== true || kind === 'bool' || (kind === 'json' && key === 'f0')) return [];
  const condition = { call: 'required', args: { value: { path: `/${key}` } } };
  return [{ condition, message: `${label} is needed.` }];
}

function inputOf(page: SurfaceWriter, field: ToolField): string {
  const { key, kind, rule } = field;
  const label = rule.required === true ? `${field.label} *` : field.label;
  const value = page.hold(initialOf(field), key);
  switch (kind) {
    case 'bool':
      return page.add('CheckBox', { label, value });
    case 'moment':
      return page.add('DateTimeInput', {
        ...{ label, value },
        enableDate: rule.type !== 'time',
        enableTime: rule.type !== 'date',
      });
    case 'choice':
    case 'choices':
      return page.add('ChoicePicker', {
        ...{ label, value, options: optionsOf(field) },
        variant: kind === 'choice' ? 'mutuallyExclusive' : 'multipleSelection',
        filterable: (rule.options?.length ?? 0) > 10,
      });
    default:
      return page.add('TextField', { label, value, variant: VARIANTS[kind] });
  }
}

const VARIANTS = {
  ...{ text: 'shortText', secret: 'obscured', number: 'number' },
  ...{ long: 'longText', lines: 'longText', json: 'longText' },
} as const;

function optionsOf({ rule, labels = [] }: ToolField): readonly Json[] {
  const texts = optionTexts(rule.options ?? []);
  return texts.map((value, i) => ({ value, label: labels[i] ?? value }));
}

/** What stands in a field before anything is entered, as its control takes it. */
function initialOf({ kind, initial, rule }: ToolField): Json {
  switch (kind) {
    case 'bool':
      return initial === true;
    case 'choice':
    case 'choices': {
      const options = rule.options ?? [];
      const wanted: readonly (Json | undefined)[] = isArray(initial) ? initial : [initial];
      const texts = optionTexts(options);
      return options.flatMap((option, i) => (wanted.includes(option) ? [texts[i] ?? ''] : []));
    }
    case 'lines':
      return isArray(initial) ? initial.map(String).join('\n') : '';
    case 'json':
      return initial === undefined ? '' : JSON.stringify(initial, undefined, 2);
    case 'secret':
      return '';
    default:
      return typeof initial === 'string' || typeof initial === 'number' ? String(initial) : '';
  }
}
