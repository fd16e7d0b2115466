// Parameters of an address. One that is there and unreadable refuses the call: a guess at what was meant could confirm
// events that nobody has seen.

import { quote, suggestion } from '@vitrine/core/internal';
import { DIALECT_IDS, type Dialect, dialectById } from '@vitrine/dialects';
import { type PageQuery, readPage } from '@vitrine/face-kit';
import { HostError } from '../host-error.ts';
import { CONSUMER_NAME, CONSUMER_NAME_RULE } from '../live.ts';

const MAX_NAME_LENGTH = 64;

export class Query {
  readonly #parameters: URLSearchParams;

  constructor(parameters: URLSearchParams) {
    this.#parameters = parameters;
  }

  /** Refuses what nobody reads: with `untrused=1` left out, what is not trusted would be taken for trusted. */
  assertKnown(names: readonly string[]): void {
    for (const name of this.#parameters.keys()) if (!names.includes(name)) throw unknownParameter(name, names);
  }

  text(name: string): string | undefined {
    const values = this.#parameters.getAll(name);
    if (values.length > 1) throw invalid(name, 'is given more than once');
    return values[0];
  }

  /** A short name: of a language, of a time zone. */
  name(name: string): string | undefined {
    const text = this.text(name);
    if (text !== undefined && !/^[\w+/-]{1,64}$/.test(text))
      throw invalid(name, 'must be 1 to 64 letters, digits or marks');
    return text;
  }

  /** A whole number from 0. */
  whole(name: string): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : readWhole(text, name);
  }

  /** Seconds from 0 to a limit; parts of a second are fine. */
  seconds(name: string, limit: number): number {
    const text = this.text(name) ?? '0';
    const seconds = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
    if (!(seconds <= limit)) throw invalid(name, `must be a number of seconds from 0 to ${limit}`);
    return seconds;
  }

  page(maxLimit: number): PageQuery {
    return readPage(this.#parameters, maxLimit);
  }

  flag(name: string): boolean {
    const text = this.text(name);
    if (text === undefined || text === '0') return false;
    if (text === '1') return true;
    throw invalid(name, 'must be 1 or 0');
  }

  dialect(): Dialect | undefined {
    const id = this.text('dialect');
    if (id === undefined) return undefined;
    const dialect = dialectById(id);
    if (dialect === undefined) throw invalid('dialect', `must be one of ${DIALECT_IDS.join(', ')}, not ${quote(id)}`);
    return dialect;
  }

  consumer(): string | undefined {
    const name = this.text('consumer');
    if (name !== undefined && !CONSUMER_NAME.test(name)) throw invalid('consumer', `must be ${CONSUMER_NAME_RULE}`);
    return name;
  }
}

/** Where a stream goes on: what the browser remembers, which is younger, before what stands in the address. */
export function resumePoint(request: Pick<Request, 'headers'>, query: Query): number | undefined {
  const last = request.headers.get('last-event-id');
  const after = query.whole('after');
  return last === null || last === '' ? after : readWhole(last, 'Last-Event-ID');
}

/** 1 to 200 characters that can be printed. */
export function idempotencyKey(request: Pick<Request, 'headers'>): string | undefined {
  const key = request.headers.get('idempotency-key');
  if (key === null) return undefined;
  if (!/^[\x20-\x7e]{1,200}$/.test(key)) throw invalid('Idempotency-Key', 'must be 1 to 200 characters of ASCII');
  return key;
}

function readWhole(text: string, name: string): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw invalid(name, 'must be a whole number from 0');
  return value;
}

/** @param names that are taken in its place */
export function unknownParameter(name: string, names: readonly string[]): HostError {
  const allowed = names.length === 0 ? 'It takes none.' : `It takes ${names.join(', ')}.`;
  const message = `There is no parameter ${quote(name)} here.${suggestion(name, names)} ${allowed}`;
  return new HostError('VITRINE_QUERY_INVALID', message, { parameter: name.slice(0, MAX_NAME_LENGTH) });
}

function invalid(name: string, what: string): HostError {
  return new HostError('VITRINE_QUERY_INVALID', `${name} ${what}.`, { parameter: name });
}
