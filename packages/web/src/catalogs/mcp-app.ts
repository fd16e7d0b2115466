// The widget of the catalogs with apps of MCP servers, beside those of the basic catalogs that each extends.

import { MCP_APP } from '@vitrine/core/page';
import { MCP_APP_CSS } from '../styles/mcp-app.ts';
import type { Widgets } from '../widget.ts';
import { mcpApp } from '../widgets/mcp-app/app-widget.ts';
import { MCP_APPS } from './catalog-ids.ts';
import { styled } from './styled.ts';

export type { AppChannel, AppDocument } from '../widgets/mcp-app/app-frame.ts';
export type { AppRequest } from '../widgets/mcp-app/app-widget.ts';

export function addMcpApps(widgets: Widgets): Widgets {
  for (const id of MCP_APPS) widgets.add({ id }, styled('mcp-app', MCP_APP_CSS, { [MCP_APP]: mcpApp }));
  return widgets;
}
