// What becomes of a signal, as data: which card it writes, what the line of state says. Texts may hold `{path|other}`,
// the first of these paths in the payload that leads to something; `{lines path}` writes an object as lines, and a text
// that is JSON too.

import { isObject, type JsonObject } from '@vitrine/core/internal';
import { matchPattern } from './pattern.ts';
import { type SignalLike, streamOf } from './signal.ts';
import { linesOf, textOf } from './text-of.ts';

export interface Mapping {
  /** The line above the cards. */
  readonly status?: string;
  /** Names the card that is written; it is made where there is none yet. */
  readonly card?: string;
  /** A second name of the card, for signals that do not know the first. */
  readonly alias?: string;
  /** Another card than the one that bore this name before. */
  readonly fresh?: true;
  readonly title?: string;
  readonly note?: string;
  /** The whole text of the card. */
  readonly body?: string;
  /** What is added to it. */
  readonly append?: string;
  /** A second text below it. */
  readonly more?: string;
  /** Instead, where the payload tells of an error. */
  readonly failed?: Omit<Mapping, 'failed'>;
  /** The card takes no more text: what is added to its name makes another. */
  readonly closes?: true;
  readonly begins?: true;
  /** The run is over: cards that wait are not finished any more. */
  readonly ends?: true;
  /** A question to the person: payload `{id, prompt, type: "approval" | "choice", options?}`. */
  readonly asks?: true;
  /** The question with the payload's id is settled elsewhere. */
  readonly settles?: true;
}

/** Undefined: the signal is not shown. */
export type MapSignal = (signal: SignalLike) => Mapping | undefined;

/** By pattern of the name, the first that fits. Null: not shown. */
export type Mappings = Readonly<Record<string, Mapping | MapSignal | null>>;

const MAX_TEXT_LENGTH = 200_000;
const MAX_VALUE_LENGTH = 4000;

const ANSWER = 'answer:{$stream}';
const THOUGHT = 'thought:{$stream}';
/** The note of a card that waits for what comes of it. */
export const RUNNING = 'running';
const TOOL = { card: 'tool:{id|toolId|name|toolName}', alias: 'tool:{name|toolName}', title: '{name|toolName}' };

/** Both of the tables that are published, and the names of the later core. */
export const DEFAULT_MAPPINGS: Mappings = {
  'workflow:start': { status: 'Working…', begins: true },
  'workflow:started': { status: 'Working…', begins: true },
  'workflow:terminating': { status: 'Stopping: {reason}' },
  'workflow:end': { status: 'Done', ends: true },
  'workflow:completed': { status: 'Done', ends: true },
  'phase:entered': { status: '{phase|name}…' },
  'agent:activated': { status: '{agent|$stream} is working…' },
  'agent:started': { status: '{agent|$stream} is working…' },
  'agent:completed': {
    ...{ status: '{agent|$stream} is done', card: ANSWER, title: 'Answer' },
    ...{ more: '{lines output.content|output}', closes: true },
  },
  'harness:start': { card: ANSWER, fresh: true, title: 'Thinking…', note: '{model|harness|$harness}' },
  'harness:end': { card: ANSWER, title: 'Answer', body: '{output.content|output}', closes: true },
  'harness:error': { card: 'error:{$stream}', fresh: true, title: 'Error', note: '{code}', body: '{message|error}' },
  'text:delta': { card: ANSWER, append: '{content|delta}' },
  'text:complete': { card: ANSWER, title: 'Answer', body: '{content|text}', closes: true },
  'thinking:delta': { card: THOUGHT, title: 'Thoughts', append: '{content|delta}' },
  'thinking:complete': { card: THOUGHT, title: 'Thoughts', body: '{content}', closes: true },
  'tool:call': { ...TOOL, fresh: true, note: RUNNING, body: '{lines input}' },
  'tool:called': { ...TOOL, fresh: true, note: RUNNING, body: '{lines input}' },
  'tool:result': {
    ...TOOL,
    note: 'done',
    more: '{lines result|output}',
    failed: { note: 'failed', more: '{lines error|result|output}' },
  },
  'input:requested': { asks: true },
  'input:received': { settles: true },
};

export interface MappingOptions {
  /** Asked before the default table. */
  readonly mappings?: Mappings;
  /** Every text of a payload goes through it before it is shown. */
  readonly redact?: (text: string) => string;
}

/** What to do with a signal, its texts filled. A function writes its own texts: they are shown as they are. */
export function mappingOf(signal: SignalLike, { mappings, redact }: MappingOptions): Mapping | undefined {
  const own = lookUp(signal.name, mappings);
  const found = own === undefined ? lookUp(signal.name, DEFAULT_MAPPINGS) : own;
  if (typeof found === 'function') return found(signal);
  if (found === undefined || found === null) return undefined;
  const { failed, ...fine } = found;
  const mapping = failed !== undefined && tellsOfError(signal.payload) ? { ...fine, ...failed } : fine;
  const fill = (text: string): string => filled(text, signal, redact);
  return Object.fromEntries(
    Object.entries(mapping).map(([key, value]) => [key, typeof value === 'string' ? fill(value) : value]),
  );
}

function lookUp(name: string, table: Mappings | undefined): Mapping | MapSignal | null | undefined {
  if (table === undefined) return undefined;
  if (Object.hasOwn(table, name)) return table[name];
  const pattern = Object.keys(table).find((one) => one.includes('*') && matchPattern(name, one));
  return pattern === undefined ? undefined : table[pattern];
}

function tellsOfError(payload: unknown): boolean {
  if (!isObject(payload as JsonObject)) return false;
  const { error, isError } = payload as { error?: unknown; isError?: unknown };
  return isError === true || (error !== undefined && error !== null && error !== false && error !== '');
}

const LINES = /^lines /;

/** Fills the holes of a text; what leads nowhere is empty. */
function filled(text: string, signal: SignalLike, redact: (text: string) => string = (same) => same): string {
  return text.replace(/\{([^{}]*)\}/g, (_, hole: string) => {
    for (const path of hole.replace(LINES, '').split('|')) {
      const value = lead(path.trim(), signal);
      if (value === undefined || value === null || value === '') continue;
      return redact(LINES.test(hole) ? linesOf(value, MAX_VALUE_LENGTH) : textOf(value, MAX_TEXT_LENGTH));
    }
    return '';
  });
}

function lead(path: string, signal: SignalLike): unknown {
  if (path === '$stream') return streamOf(signal);
  if (path === '$harness') return signal.source?.harness;
  if (path === '$signal') return signal.name;
  let value: unknown = signal.payload;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as { [key: string]: unknown })[key];
  }
  return value;
}
