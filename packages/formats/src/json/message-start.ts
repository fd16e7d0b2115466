// How a message begins, told from the raw text: its version and payload, or its payload alone. Inside a text that is JSON
// these characters stand only where an object begins, because quotes in strings are escaped there; in a text that is not,
// they are where reading can be taken up again.

/** Keys of which one names what a message of A2UI does. */
export const PAYLOAD_KEYS = [
  'createSurface',
  'updateComponents',
  'updateDataModel',
  'deleteSurface',
  'surfaceUpdate',
  'dataModelUpdate',
  'beginRendering',
  'callRendererFunction',
  'agentFunctionResponse',
  'callFunction',
  'actionResponse',
] as const;

const BARE_HEADS = PAYLOAD_KEYS.map((key) => `{"${key}":`);
const VERSION_HEAD = '{"version":"v';
const VERSIONED = /^[\d._]+(?:"(.*))?$/;
const KEY_HEADS = PAYLOAD_KEYS.map((key) => `,"${key}":`);
/** With white space; a longer one is none. */
const MAX_LENGTH = 256;

/** Fed with raw characters from a `{` on, tells when a message has begun. */
export class MessageStart {
  #compact = '';
  /** The characters of what may be a beginning. */
  raw = '';

  clear(): void {
    this.#compact = this.raw = '';
  }

  /** Takes up in the middle of what has come already. */
  resume(raw: string): void {
    this.raw = raw;
    this.#compact = raw.replace(/\s+/g, '');
  }

  /** True when the character completes the beginning of a message. */
  take(char: string): boolean {
    if (char === '{') {
      this.#compact = this.raw = '{';
      return false;
    }
    if (this.raw === '') return false;
    this.raw += char;
    if (this.raw.length > MAX_LENGTH) this.clear();
    if (this.raw === '' || char.trim() === '') return false;
    this.#compact += char;
    const heads = headsOf(this.#compact);
    if (heads === undefined) this.clear();
    return heads === 'whole';
  }
}

const WORDS = ['version', ...PAYLOAD_KEYS];
/** What a message begins with up to its first key, with a bracket or quote missing, or one character too many. */
const BROKEN_HEAD = /^(?:\[\s*)?\{?[\s[\]{},:\\]*["'“]?/;

/** Whether a text that is all there is so far may still be such a beginning. */
export function mayStartBroken(text: string): boolean {
  const word = text.replace(BROKEN_HEAD, '');
  return WORDS.some((one) => one.startsWith(word));
}

/** The first key is there: what follows it is a quote or a colon. */
export const BROKEN_START = new RegExp(`${BROKEN_HEAD.source}(?:${WORDS.join('|')})\\s*["'”:]$`);

/** Undefined: no message begins so. */
function headsOf(text: string): 'whole' | 'part' | undefined {
  if (!text.startsWith(VERSION_HEAD)) return VERSION_HEAD.startsWith(text) ? 'part' : match(text, BARE_HEADS);
  const rest = text.slice(VERSION_HEAD.length);
  const found = VERSIONED.exec(rest);
  if (found === null) return rest === '' ? 'part' : undefined;
  return found[1] === undefined || found[1] === '' ? 'part' : match(found[1], KEY_HEADS);
}

function match(text: string, heads: readonly string[]): 'whole' | 'part' | undefined {
  if (heads.includes(text)) return 'whole';
  return heads.some((head) => head.startsWith(text)) ? 'part' : undefined;
}

const MESSAGE_HEAD = new RegExp(`^\\{\\s*"(?:${WORDS.join('|')})"`);

export function beginsMessage(text: string): boolean {
  return MESSAGE_HEAD.test(text);
}

/** Where behind its beginning a message begins in a text; -1 where none does. */
export function findNextStart(text: string): number {
  const start = new MessageStart();
  for (let i = 0; i < text.length; i++) {
    const at = i + 1 - start.raw.length;
    if (start.take(text.charAt(i)) && at > 1) return at - 1;
  }
  return -1;
}
