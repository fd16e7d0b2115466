// What differs between two runs under the same names: ids, tokens, ports and times of the machine, each by the order in
// which it first appears in a case. What a token claims is part of the record, because later code has to read it.

import { MARK } from './marked-random.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const JWT = 'eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+';
const INTERRUPT = 'ow2\\.hs256\\.[\\w-]+\\.[\\w-]+\\.[\\w-]+';
const DRAWN = `${MARK}\\d+[\\w-]`;
/** Of what an envelope that we make says, ids of the session included. */
const ENVELOPE = '(?<=vitrine:[ec]:\\d+:)[a-z0-9]+';
/** They hold times or keys of the machine. */
const OPAQUE = '(?<="(?:next|nextPageToken|signer)":")[^"]+';
const TIME = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z';
const PORT = '(?<=127\\.0\\.0\\.1:)\\d{4,5}';
const FOUND = new RegExp(
  [
    `(?<jwt>${JWT})`,
    `(?<resume>${INTERRUPT})`,
    `(?<uuid>${UUID})`,
    `(?<id>${DRAWN})`,
    `(?<time>${TIME})`,
    `(?<port>${PORT})`,
    `(?<envelope>${ENVELOPE})`,
    `(?<opaque>${OPAQUE})`,
  ].join('|'),
  'g',
);
const DAY_MS = 86_400_000;

export class Names {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** The same text, with names in the place of what was drawn. */
  in(text: string): string {
    return text.replace(FOUND, (found, ...rest) => {
      const groups = rest.at(-1) as { readonly [kind: string]: string | undefined };
      const kind = Object.keys(groups).find((name) => groups[name] !== undefined) as string;
      return kind === 'time' ? this.#time(found) : this.#named(kind, found);
    });
  }

  /** Times of the machine, which no clock of ours sets. */
  #time(text: string): string {
    return Math.abs(Date.parse(text) - Date.now()) < DAY_MS ? '<now>' : text;
  }

  #named(kind: string, found: string): string {
    const known = this.#names.get(found);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const claims = kind === 'jwt' ? this.in(claimsOf(found)) : kind === 'resume' ? this.in(resumeOf(found)) : '';
    const name = `<${kind}-${count}>`;
    this.#names.set(found, name);
    return claims === '' ? name : `${name.slice(0, -1)} ${claims}>`;
  }
}

function decoded(part: string | undefined): string {
  return Buffer.from(part ?? '', 'base64url').toString('utf8');
}

/** Without `kid`: it is a hash of a key that was drawn. */
function claimsOf(jwt: string): string {
  const [head, claims] = jwt.split('.');
  return `${decoded(head).replace(/"kid":"[^"]*"/, '"kid":…')} ${decoded(claims)}`;
}

function resumeOf(token: string): string {
  return decoded(token.split('.')[3]);
}
