// Calls that say what they are by an Idempotency-Key: a repeat is answered what the first was answered, for a day. What
// was refused may be tried again under its key.

import { type FacePorts, isObject, type JsonObject } from '@vitrine/core';
import { answer, invalid } from './refusal.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;
const LONGEST = 200;
const REPEATED = { 'openwop-idempotent-replay': 'true' };

interface Answered {
  readonly status: number;
  readonly body: JsonObject;
  readonly isRepeat: boolean;
}

export class Repeats {
  readonly #port: FacePorts;
  readonly #underWay = new Map<string, Promise<Answered>>();

  constructor(port: FacePorts) {
    this.#port = port;
  }

  /** @param name who calls what, before the key */
  async once(request: Request, name: string, work: () => Promise<Response>): Promise<Response> {
    const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null;
    if (key === null) return work();
    if (key.length < 1 || key.length > LONGEST) throw invalid(`Idempotency-Key has 1 to ${LONGEST} characters.`);
    const record = `repeat/${name} ${key}`;
    const running = this.#underWay.get(record);
    const { status, body, isRepeat } = await (running ?? this.#run(record, work));
    return answer(status, body, running !== undefined || isRepeat ? REPEATED : {});
  }

  /** Known as under way before anything is waited for. */
  #run(record: string, work: () => Promise<Response>): Promise<Answered> {
    const answered = this.#answered(record, work).finally(() => this.#underWay.delete(record));
    this.#underWay.set(record, answered);
    return answered;
  }

  async #answered(key: string, work: () => Promise<Response>): Promise<Answered> {
    const kept = (await this.#port.records.read(key))?.value;
    if (isObject(kept) && typeof kept.status === 'number' && isObject(kept.body))
      return { status: kept.status, body: kept.body, isRepeat: true };
    const response = await work();
    const value = { status: response.status, body: (await response.json()) as JsonObject };
    const due = new Date(this.#port.transport.now() + KEPT_MS).toISOString();
    await this.#port.records.write([{ key, due, value }]);
    return { ...value, isRepeat: false };
  }
}
