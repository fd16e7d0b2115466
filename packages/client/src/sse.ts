// Reads a stream of server-sent events. Unlike the browser's EventSource it can carry a credential, and tells which event
// had an id of its own (an id stands on the last message of an entry only).

export interface SseEvent {
  readonly name: string;
  readonly data: string;
  readonly id?: string;
}

/** Cuts text into events as it comes. */
export class SseReader {
  #rest = '';
  #name = 'message';
  #data: string[] = [];
  #id: string | undefined;

  push(text: string): readonly SseEvent[] {
    const events: SseEvent[] = [];
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') this.#finish(events);
      else this.#field(line);
    }
    return events;
  }

  #field(line: string): void {
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#name = value;
    else if (name === 'id') this.#id = value;
  }

  #finish(events: SseEvent[]): void {
    const named = this.#name !== 'message' || this.#data.length > 0 || this.#id !== undefined;
    if (named) {
      const id = this.#id === undefined ? {} : { id: this.#id };
      events.push({ name: this.#name, data: this.#data.join('\n'), ...id });
    }
    this.#name = 'message';
    this.#data = [];
    this.#id = undefined;
  }
}
