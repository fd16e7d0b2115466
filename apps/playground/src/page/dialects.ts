// The dialects that a text may be in. A2UI 0.9 and 1.0 are read from the beginning; whatever does not name one of these versions
// has all of them fetched, and is read again by them.

import type { DialectReader } from '@vitrine/dialects';
import { a2ui09Reader } from '@vitrine/dialects/a2ui-0.9/reader';
import { a2ui10Reader } from '@vitrine/dialects/a2ui-1.0/reader';

type AllDialects = typeof import('./all-dialects.ts');

let all: AllDialects | undefined;

export async function allDialects(): Promise<AllDialects> {
  all ??= await import('./all-dialects.ts');
  return all;
}

/** Those that are there. `lacking`: a message may be in one that is not; it is taken, and nothing comes of it. */
export function readersNow(lacking: () => void): readonly DialectReader[] {
  return all?.DIALECTS ?? [othersReader(lacking), a2ui10Reader, a2ui09Reader];
}

/** A version decides before anybody is asked: what comes here names none of those that can be read. */
function othersReader(lacking: () => void): DialectReader {
  return {
    id: 'vitrine',
    versions: [],
    recognizes() {
      lacking();
      return true;
    },
    decode: () => ({ ok: true, value: { body: [] }, issues: [] }),
    locate: (_, at) => at,
  };
}
