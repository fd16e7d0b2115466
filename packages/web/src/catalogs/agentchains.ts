// The widgets of the AgentChains catalog: those of the extension catalog that read its data, and its own. Their styles come
// with the first of them that is drawn.

import { readChart, readCode, readMarkdown, readSteps, readTable } from '@vitrine/core/catalogs/agentchains';
import { AGENTCHAINS_CSS } from '../styles/agentchains.ts';
import { VITRINE_CSS } from '../styles/vitrine.ts';
import type { CatalogWidgets, Widgets } from '../widget.ts';
import { alert } from '../widgets/agentchains/alert.ts';
import { card } from '../widgets/agentchains/card.ts';
import { form } from '../widgets/agentchains/form.ts';
import { image } from '../widgets/agentchains/image.ts';
import { chartWidget } from '../widgets/vitrine/chart.ts';
import { codeWidget } from '../widgets/vitrine/code.ts';
import { markdownWidget } from '../widgets/vitrine/markdown.ts';
import { stepsWidget } from '../widgets/vitrine/steps.ts';
import { tableWidget } from '../widgets/vitrine/table.ts';
import { AGENTCHAINS } from './catalog-ids.ts';
import { styled } from './styled.ts';

export const agentchainsWidgets: CatalogWidgets = styled('agentchains', VITRINE_CSS + AGENTCHAINS_CSS, {
  card,
  form,
  image,
  alert,
  table: tableWidget((node) => readTable(node.get('data'))),
  chart: chartWidget((node) => readChart(node.get('data'))),
  markdown: markdownWidget((node) => readMarkdown(node.get('data'))),
  code: codeWidget((node) => readCode(node.get('data'))),
  steps: stepsWidget((node) => readSteps(node.get('data'))),
});

export function addAgentchains(widgets: Widgets): Widgets {
  return widgets.add({ id: AGENTCHAINS }, agentchainsWidgets);
}

export { VitrineSurface } from '../first-load.ts';
