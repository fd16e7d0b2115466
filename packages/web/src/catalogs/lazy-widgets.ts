// What stands in chunks of its own, and where it comes from: catalogs, components of the basic catalogs, functions, and what
// few surfaces need.

import { functionCode } from '@vitrine/core/page';
import { LazyCode } from '../lazy-code.ts';
import { lazyFunctions } from '../stage.ts';
import { lazyTakeOver } from '../surface-element.ts';
import { lazyTheme } from '../theme-watcher.ts';
import type { CatalogWidgets, Widgets } from '../widget.ts';
import { lazyTexts } from '../widgets/text.ts';
import { AGENTCHAINS, BASIC_08, BASIC_09, BASIC_10, MCP_APPS, OPENWOP, VITRINE } from './catalog-ids.ts';

const BASIC = [BASIC_08, BASIC_09, BASIC_10] as const;
const INPUTS = new Set(['TextField', 'CheckBox', 'ChoicePicker', 'MultipleChoice', 'Slider', 'DateTimeInput']);
const RARE = new Set(['Image', 'Icon', 'Video', 'AudioPlayer', 'Tabs', 'Modal']);
const APPS = new Set(['McpApp']);

export function addLazyWidgets(widgets: Widgets): void {
  findLazyCode();
  const agentchains = new LazyCode(async () => (await import('./agentchains.ts')).addAgentchains(widgets));
  const openwop = new LazyCode(async () => (await import('./openwop.ts')).addOpenwop(widgets));
  const vitrine = new LazyCode(async () => (await import('./vitrine.ts')).addVitrine(widgets));
  widgets.addLazy({ id: AGENTCHAINS }, { code: agentchains });
  for (const id of OPENWOP) widgets.addLazy({ id }, { code: openwop });
  for (const id of VITRINE) widgets.addLazy({ id }, { code: vitrine });
  // In the same chunk: one of its own would cut what every page loads into smaller pieces.
  for (const id of MCP_APPS) widgets.addLazy({ id }, { code: vitrine, names: APPS });
  const inputs = new LazyCode(async () => addAll(widgets, (await import('./basic-inputs.ts')).basicInputs));
  const rare = new LazyCode(async () => addAll(widgets, (await import('./basic-rare.ts')).basicRare));
  for (const id of BASIC)
    widgets.addLazy({ id }, { code: inputs, names: INPUTS }).addLazy({ id }, { code: rare, names: RARE });
}

function findLazyCode(): void {
  lazyFunctions.load = async () => {
    const { functions } = await import('../function-code.ts');
    functionCode.give(functions);
    return functions;
  };
  for (const code of [lazyTexts, lazyTheme, lazyTakeOver]) code.load = () => import('../rare-code.ts');
}

/** `by`: the widgets of the versions, in their order. */
function addAll(widgets: Widgets, by: readonly CatalogWidgets[]): Widgets {
  for (const [i, id] of BASIC.entries()) widgets.add({ id }, by[i] ?? {});
  return widgets;
}
