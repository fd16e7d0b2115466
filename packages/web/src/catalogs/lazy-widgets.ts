// Catalogs, and components of the basic catalogs, whose widgets stand in chunks of their own.

import { LazyCode } from '../lazy-code.ts';
import type { CatalogWidgets, Widgets } from '../widget.ts';
import { AGENTCHAINS, BASIC_08, BASIC_09, BASIC_10, OPENWOP, VITRINE } from './catalog-ids.ts';

const BASIC = [BASIC_08, BASIC_09, BASIC_10] as const;
const INPUTS = new Set(['TextField', 'CheckBox', 'ChoicePicker', 'MultipleChoice', 'Slider', 'DateTimeInput']);
const RARE = new Set(['Icon', 'Video', 'AudioPlayer', 'Tabs', 'Modal']);

export function addLazyWidgets(widgets: Widgets): void {
  const agentchains = new LazyCode(async () => (await import('./agentchains.ts')).addAgentchains(widgets));
  const openwop = new LazyCode(async () => (await import('./openwop.ts')).addOpenwop(widgets));
  const vitrine = new LazyCode(async () => (await import('./vitrine.ts')).addVitrine(widgets));
  widgets.addLazy({ id: AGENTCHAINS }, { code: agentchains });
  for (const id of OPENWOP) widgets.addLazy({ id }, { code: openwop });
  for (const id of VITRINE) widgets.addLazy({ id }, { code: vitrine });
  const inputs = new LazyCode(async () => addAll(widgets, (await import('./basic-inputs.ts')).basicInputs));
  const rare = new LazyCode(async () => addAll(widgets, (await import('./basic-rare.ts')).basicRare));
  for (const id of BASIC)
    widgets.addLazy({ id }, { code: inputs, names: INPUTS }).addLazy({ id }, { code: rare, names: RARE });
}

/** `by`: the widgets of the versions, in their order. */
function addAll(widgets: Widgets, by: readonly CatalogWidgets[]): Widgets {
  for (const [i, id] of BASIC.entries()) widgets.add({ id }, by[i] ?? {});
  return widgets;
}
