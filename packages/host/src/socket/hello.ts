// The first frame of a WebSocket: who speaks, in which dialect, and from where on.

import { defined, isArray, isObject, type Json, quote } from '@vitrine/core/internal';
import { type Dialect, dialectById } from '@vitrine/dialects';
import { CONSUMER_NAME, CONSUMER_NAME_RULE } from '../live.ts';

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Text that the log can keep: a lone surrogate stands for no character. */
export function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest && !/\p{Surrogate}/u.test(value);
}

export interface Hello {
  /** Absent: that of the credential. */
  readonly role?: 'viewer' | 'agent';
  readonly dialect?: Dialect;
  /** What a viewer has seen; what an agent confirms. */
  readonly after?: number;
  readonly catalogs?: readonly string[];
  readonly locale?: string;
  readonly zone?: string;
  readonly consumer?: string;
}

const NAME_LENGTH = 200;
const CATALOGS = 100;
const CATALOG_LENGTH = 2000;
const KEYS = ['role', 'dialect', 'after', 'viewer', 'capabilities', 'locale', 'zone', 'consumer'];

/** A string says what is wrong with it. `viewer` is read and not believed: the token names the viewer. */
export function readHello(value: Json): Hello | string {
  if (!isObject(value)) return 'hello is an object.';
  const unknown = Object.keys(value).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return `hello has no key ${quote(unknown)}.`;
  const { role, after, capabilities } = value;
  if (role !== undefined && role !== 'viewer' && role !== 'agent') return 'role is viewer or agent.';
  if (after !== undefined && !isCount(after)) return 'after is a whole number from 0.';
  const dialect = typeof value.dialect === 'string' ? dialectById(value.dialect) : undefined;
  if (value.dialect !== undefined && dialect === undefined) return 'dialect names no dialect that this host speaks.';
  const catalogs = readCatalogs(capabilities);
  if (typeof catalogs === 'string') return catalogs;
  for (const name of ['viewer', 'locale', 'zone'] as const) {
    const text = value[name];
    if (text !== undefined && !(isText(text, NAME_LENGTH) && text !== ''))
      return `${name} is a text of 1 to ${NAME_LENGTH} characters.`;
  }
  const { locale, zone, consumer } = value as { locale?: string; zone?: string; consumer?: Json };
  if (consumer !== undefined && !(typeof consumer === 'string' && CONSUMER_NAME.test(consumer)))
    return `consumer is ${CONSUMER_NAME_RULE}.`;
  return defined({ role, dialect, after, catalogs, locale, zone, consumer });
}

function readCatalogs(capabilities: Json | undefined): readonly string[] | undefined | string {
  if (capabilities === undefined) return undefined;
  if (!isObject(capabilities) || Object.keys(capabilities).some((key) => key !== 'catalogs'))
    return 'capabilities is an object with catalogs.';
  const { catalogs } = capabilities;
  if (catalogs === undefined) return undefined;
  const isFine = isArray(catalogs) && catalogs.length <= CATALOGS;
  if (isFine && catalogs.every((id): id is string => isText(id, CATALOG_LENGTH))) return catalogs;
  return `catalogs is a list of at most ${CATALOGS} ids.`;
}
