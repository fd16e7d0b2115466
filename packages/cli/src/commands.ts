// The commands there are. A new one is a file in commands/ and a line here.

import type { Command } from './command.ts';
import { agentCommand } from './commands/agent.ts';
import { auditCommand } from './commands/audit.ts';
import { backupCommand, restoreCommand, verifyCommand } from './commands/backup.ts';
import { catalogCommand } from './commands/catalog.ts';
import { completionCommand } from './commands/completion.ts';
import { configCommand } from './commands/config.ts';
import { connectCommand } from './commands/connect.ts';
import { convertCommand } from './commands/convert.ts';
import { doctorCommand } from './commands/doctor.ts';
import { eraseCommand, retentionCommand } from './commands/erase.ts';
import { helpCommand } from './commands/help.ts';
import { keyCommand } from './commands/key.ts';
import { mcpCommand } from './commands/mcp.ts';
import { migrateCommand } from './commands/migrate.ts';
import { newCommand } from './commands/new.ts';
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
  newCommand,
  serveCommand,
  configCommand,
  doctorCommand,
  operatorCommand,
  agentCommand,
  sessionCommand,
  keyCommand,
  auditCommand,
  backupCommand,
  restoreCommand,
  verifyCommand,
  eraseCommand,
  retentionCommand,
  migrateCommand,
  pushCommand,
  tailCommand,
  replayCommand,
  connectCommand,
  mcpCommand,
  completionCommand,
  helpCommand,
];
