// What is on screen in the words of a format, so that a model can be shown it and send a change instead of everything.

import { type Catalog, issue, type JsonObject, type View } from '@vitrine/core/internal';
import { a2ui09, a2ui10 } from '@vitrine/dialects';
import { FORMATS } from './answer-reader.ts';
import type { Decompiled, FormatName } from './format.ts';

/** The surfaces of a view, those of other protocols in words of the catalogs'. What has none is told. */
export function decompileView(
  view: View,
  options: { readonly format: FormatName; readonly catalogs?: Iterable<Catalog> },
): Decompiled {
  const catalogs = [...(options.catalogs ?? view.catalogs)];
  const is09 = catalogs.every(({ protocol = '0.9' }) => protocol === '0.9');
  const kept = catalogs.filter(({ protocol = '0.9' }) => protocol === (is09 ? '0.9' : '1.0'));
  const { wire, losses } = (is09 ? a2ui09 : a2ui10).join(view, { catalogs: kept.map(({ id }) => id) });
  const written = FORMATS[options.format].decompile(wire as readonly JsonObject[], {
    catalogs: kept,
    limits: view.limits,
  });
  const lost = losses.map(({ what }) => issue('VITRINE_DIALECT_UNKNOWN', 'warning', what, ''));
  return { ...written, issues: [...lost, ...written.issues] };
}
