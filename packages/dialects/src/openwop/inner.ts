// All surfaces in the basic words of A2UI 0.9, as a reader of that dialect would have them: what the readers of OpenWOP
// are shown is pictured from there, so that every lowering goes through the basic catalog.

import { Catalogs, type Entry, type Json, Replica, type View } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { decodeAgentMessage } from '../a2ui-0.9/decode.ts';
import { encode, join, type Memory } from '../a2ui-0.9/encode.ts';
import type { Encoded, Loss } from '../dialect.ts';

const CATALOGS = new Catalogs([basic09]);

export class Inner {
  readonly replica: Replica;
  readonly #memory: Memory;
  readonly losses: readonly Loss[];

  constructor(view: View) {
    const { limits, env } = view;
    this.replica = new Replica({ catalogs: CATALOGS, limits, locale: env.locale, zone: env.zone });
    const joined = join(view, { catalogs: [basic09.id] });
    this.#memory = joined.memory;
    this.losses = joined.losses;
    this.#read(joined.wire);
  }

  take(entry: Pick<Entry, 'body'>, view: View): readonly Loss[] {
    const encoded: Encoded = encode(entry, view, this.#memory);
    this.#read(encoded.wire);
    return encoded.losses;
  }

  #read(wire: readonly Json[]): void {
    for (const message of wire) {
      const decoded = decodeAgentMessage(message, this.replica);
      if (decoded.ok) this.replica.apply(decoded.value);
    }
  }
}
