// Ops as messages of any dialect, without a host: the ops are judged and applied to a state of its own, and said from it
// as a host would say them to a viewer.

import { type Catalog, Catalogs, Fold, type Json, type Op, type Time, type View } from '@vitrine/core';
import { allCatalogs } from '@vitrine/core/catalogs/all';
import { type Capabilities, type Dialect, type DialectId, dialectById, type Loss } from '@vitrine/dialects';
import { UiError, uiError } from '../errors.ts';
import type { UiSurface } from './surface.ts';

export interface OpWriterOptions {
  /** Beside those of Vitrine. */
  readonly catalogs?: Iterable<Catalog>;
  /** What the reader can show. */
  readonly capabilities?: Capabilities;
  /** Hears what the dialect has no words for. */
  readonly lost?: (loss: Loss) => void;
  readonly now?: () => Time;
}

export class OpWriter {
  readonly #fold: Fold;
  readonly #dialect: Dialect;
  readonly #options: OpWriterOptions;
  readonly #memory: unknown;

  constructor(dialect: DialectId, options: OpWriterOptions = {}) {
    const found = dialectById(dialect);
    if (found === undefined) throw uiError('VITRINE_QUERY_INVALID', `There is no dialect ${JSON.stringify(dialect)}.`);
    this.#dialect = found;
    this.#options = options;
    this.#fold = new Fold({ catalogs: knownCatalogs(options.catalogs) });
    this.#memory = found.join(this.#fold, options.capabilities, this.#moment()).memory;
  }

  /** The state that all ops so far give. */
  get view(): View {
    return this.#fold;
  }

  /** The messages of one entry: whole or not at all. Throws a UiError where a host would refuse it. */
  write(ops: readonly Op[]): readonly Json[] {
    const outcome = this.#fold.accept({ body: ops });
    if (!outcome.ok) throw new UiError(outcome.issues[0]?.message ?? 'The ops were refused.', outcome.issues);
    const at = this.#moment();
    const entry = at === undefined ? { body: ops } : { body: ops, at: at.now };
    const { wire, losses } = this.#dialect.encode(entry, this.#fold, this.#memory);
    for (const loss of losses) this.#options.lost?.(loss);
    return wire;
  }

  #moment(): { readonly now: Time } | undefined {
    const now = this.#options.now?.();
    return now === undefined ? undefined : { now };
  }
}

/** A catalog that names no protocol fits each of these. */
const PROTOCOLS: { readonly [dialect: string]: string } = { 'a2ui-0.8': '0.8', 'a2ui-0.9': '0.9', 'a2ui-1.0': '1.0' };

/** Surfaces as the messages that open them. */
export function messages(
  drafts: UiSurface | readonly UiSurface[],
  dialect: DialectId,
  options: Omit<OpWriterOptions, 'catalogs'> = {},
): readonly Json[] {
  const list = 'op' in drafts ? [drafts] : drafts;
  const writer = new OpWriter(dialect, { ...options, catalogs: list.flatMap(({ catalogs }) => catalogs) });
  const protocol = PROTOCOLS[dialect];
  return list.flatMap(({ op }) => writer.write([protocol === undefined ? op : { protocol, ...op }]));
}

/** The catalogs of Vitrine and others. */
export function knownCatalogs(more: Iterable<Catalog> = []): Catalogs {
  return new Catalogs([...allCatalogs, ...more]);
}
