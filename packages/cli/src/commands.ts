// The commands there are. A new one is a file in commands/ and a line here.

import type { Command } from './command.ts';
import { convertCommand } from './commands/convert.ts';
import { helpCommand } from './commands/help.ts';
import { renderCommand } from './commands/render.ts';
import { serveCommand } from './commands/serve.ts';
import { validateCommand } from './commands/validate.ts';

export const COMMANDS: readonly Command[] = [validateCommand, convertCommand, renderCommand, serveCommand, helpCommand];
