// The commands there are. A new one is a file in commands/ and a line here.

import type { Command } from './command.ts';
import { agentCommand } from './commands/agent.ts';
import { catalogCommand } from './commands/catalog.ts';
import { connectCommand } from './commands/connect.ts';
import { convertCommand } from './commands/convert.ts';
import { helpCommand } from './commands/help.ts';
import { keyCommand } from './commands/key.ts';
import { mcpCommand } from './commands/mcp.ts';
import { migrateCommand } from './commands/migrate.ts';
import { operatorCommand } from './commands/operator.ts';
import { pushCommand } from './commands/push.ts';
import { renderCommand } from './commands/render.ts';
import { replayCommand } from './commands/replay.ts';
import { serveCommand } from './commands/serve.ts';
import { sessionCommand } from './commands/session.ts';
import { tailCommand } from './commands/tail.ts';
import { validateCommand } from './commands/validate.ts';

export const COMMANDS: readonly Command[] = [
  validateCommand,
  convertCommand,
  renderCommand,
  catalogCommand,
  serveCommand,
  operatorCommand,
  agentCommand,
  sessionCommand,
  keyCommand,
  migrateCommand,
  pushCommand,
  tailCommand,
  replayCommand,
  connectCommand,
  mcpCommand,
  helpCommand,
];
