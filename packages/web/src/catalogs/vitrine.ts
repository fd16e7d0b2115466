// The widgets of the extension catalogs and of apps of MCP servers, beside those of the basic catalog that each has as well.

import {
  chartContent,
  codeContent,
  markdownContent,
  stepsContent,
  tableContent,
  vitrine08,
  vitrine09,
  vitrine10,
} from '@vitrine/core/catalogs/vitrine';
import { VITRINE_CSS } from '../styles/vitrine.ts';
import type { CatalogWidgets, Widgets } from '../widget.ts';
import { chartWidget } from '../widgets/vitrine/chart.ts';
import { codeWidget } from '../widgets/vitrine/code.ts';
import { fileInput } from '../widgets/vitrine/file-input.ts';
import { markdownWidget } from '../widgets/vitrine/markdown.ts';
import { progress } from '../widgets/vitrine/progress.ts';
import { stepsWidget } from '../widgets/vitrine/steps.ts';
import { tableWidget } from '../widgets/vitrine/table.ts';
import { basicWidgets08, basicWidgets09, basicWidgets10 } from './basic.ts';
import { addMcpApps } from './mcp-app.ts';
import { styled } from './styled.ts';

export const vitrineWidgets: CatalogWidgets = styled('vitrine', VITRINE_CSS, {
  Table: tableWidget(tableContent),
  Chart: chartWidget(chartContent),
  Code: codeWidget(codeContent),
  Markdown: markdownWidget(markdownContent),
  Steps: stepsWidget(stepsContent),
  Progress: progress,
  FileInput: fileInput,
});

export function addVitrine(widgets: Widgets): Widgets {
  return addMcpApps(widgets)
    .add(vitrine08, { ...basicWidgets08, ...vitrineWidgets })
    .add(vitrine09, { ...basicWidgets09, ...vitrineWidgets })
    .add(vitrine10, { ...basicWidgets10, ...vitrineWidgets });
}

export { VitrineSurface } from '../first-load.ts';
