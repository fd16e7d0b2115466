// A stream of messages in one dialect as a stream in another: read into a fold, each accepted message said again from the
// state it left.

import { allCatalogs } from '@vitrine/core/catalogs/all';
import {
  Catalogs,
  defined,
  Fold,
  type Issue,
  isArray,
  isObject,
  type Json,
  type Limits,
  type Time,
  type Trust,
} from '@vitrine/core/internal';
import { DIALECTS } from './detect.ts';
import type { Capabilities, Dialect, Loss } from './dialect.ts';
import { Intake } from './intake.ts';

export interface ConvertOptions {
  /** Absent: every catalog of Vitrine. */
  readonly catalogs?: Catalogs;
  /** The dialect of the messages; absent: told from each. */
  readonly from?: Dialect;
  readonly limits?: Limits;
  readonly strict?: boolean;
  readonly locale?: string;
  readonly zone?: string;
  readonly trust?: Trust;
  readonly capabilities?: Capabilities;
  /** When the messages arrive and are said again; absent: what lasts for some seconds has no end. */
  readonly now?: Time;
}

export interface Converted {
  readonly messages: readonly Json[];
  readonly losses: readonly Loss[];
  readonly issues: readonly Issue[];
}

/** A message that is refused leaves nothing but its issues. */
export function convert(messages: readonly Json[], to: Dialect, options: ConvertOptions = {}): Converted {
  const { from, trust, capabilities, now, catalogs = new Catalogs(allCatalogs), ...rest } = options;
  const fold = new Fold({ ...rest, catalogs });
  const intake = new Intake(fold, { dialects: from === undefined ? DIALECTS : [from], ...defined({ trust, now }) });
  const joined = to.join(fold, capabilities, now === undefined ? undefined : { now });
  const converted = { messages: [...joined.wire], losses: [...joined.losses], issues: [] as Issue[] };
  for (const message of messages.flatMap(unwrap)) {
    const receipt = intake.message(message);
    converted.issues.push(...receipt.issues);
    if (receipt.entry === undefined) continue;
    const entry = now === undefined ? receipt.entry : { ...receipt.entry, at: now };
    const encoded = to.encode(entry, fold, joined.memory);
    const { wire, losses } = to.carry?.(message, encoded) ?? encoded;
    converted.messages.push(...wire);
    converted.losses.push(...losses);
  }
  return converted;
}

/** Messages one by one, however they came: alone, as a list, as `{messages: [...]}`. */
function unwrap(value: Json): readonly Json[] {
  if (isArray(value)) return value;
  return isObject(value) && isArray(value.messages) && Object.keys(value).length === 1 ? value.messages : [value];
}
