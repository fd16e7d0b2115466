// What is on screen in the words of a format, so that a model can be shown it and send a change instead of everything.

import type { Catalog, JsonObject, View } from '@vitrine/core/internal';
import { a2ui09, a2ui10 } from '@vitrine/dialects';
import { FORMATS } from './answer-reader.ts';
import type { Decompiled, FormatName } from './format.ts';

/** The surfaces of a view; those of other protocols than the catalogs' are told in words of theirs. */
export function decompileView(
  view: View,
  options: { readonly format: FormatName; readonly catalogs?: Iterable<Catalog> },
): Decompiled {
  const catalogs = [...(options.catalogs ?? view.catalogs)];
  const is09 = catalogs.every(({ protocol = '0.9' }) => protocol === '0.9');
  const kept = catalogs.filter(({ protocol = '0.9' }) => protocol === (is09 ? '0.9' : '1.0'));
  const { wire } = (is09 ? a2ui09 : a2ui10).join(view, { catalogs: kept.map(({ id }) => id) });
  return FORMATS[options.format].decompile(wire as readonly JsonObject[], { catalogs: kept });
}
