// Catalogs whose widgets a page loads when the first of them is drawn, each in a chunk of its own.

import type { Widgets } from '../widget.ts';

const OPENWOP = ['v1', 'v2'].map((major) => `https://openwop.dev/spec/${major}/envelopes/ui.a2ui-surface.schema.json`);

const AGENTCHAINS = 'urn:vitrine:catalog:agentchains:2026-02-20';

const VITRINE = ['0.8', '0.9', '1.0'].map((version) => `urn:vitrine:catalog:vitrine:${version}`);

export function addLazyWidgets(widgets: Widgets): void {
  widgets.addLazy(AGENTCHAINS, async () => {
    const { agentchainsWidgets } = await import('./agentchains.ts');
    widgets.add({ id: AGENTCHAINS }, agentchainsWidgets);
  });
  for (const id of OPENWOP)
    widgets.addLazy(id, async () => {
      const { addOpenwop } = await import('./openwop.ts');
      addOpenwop(widgets);
    });
  for (const id of VITRINE)
    widgets.addLazy(id, async () => {
      const { addVitrine } = await import('./vitrine.ts');
      addVitrine(widgets);
    });
}
