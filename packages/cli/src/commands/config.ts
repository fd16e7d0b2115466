// `vitrine config explain|docs`: every setting of `serve`, its value and where that came from; or the table of docs/settings.md.

import { defined } from '@vitrine/core/internal';
import type { Command, CommandArguments } from '../command.ts';
import { CallError } from '../errors.ts';
import type { ExitCode, Io } from '../io.ts';
import { plain } from '../say.ts';
import { ServeSettings, variable } from '../serving/given.ts';
import { SERVE_FLAGS, type Setting } from '../serving/serve-flags.ts';

interface ExplainedSetting {
  readonly name: string;
  /** Absent: it is not set, and has no value of its own. */
  readonly value?: string;
  readonly from: string;
}

/** May hold a password. */
const HIDDEN = ['database-url'];

function explain(setting: Setting, settings: ServeSettings): ExplainedSetting {
  const { name, usual } = setting;
  const from = settings.source(name);
  if (from === undefined) return { name, from: 'usual', ...defined({ value: usual ?? offOf(setting) }) };
  const value = setting.value === undefined ? String(settings.isOn(name)) : settings.list(name).join(' ');
  return { name, from, value: HIDDEN.includes(name) ? '(not shown)' : value };
}

function offOf({ value }: Setting): string | undefined {
  return value === undefined ? 'false' : undefined;
}

async function explainAll(call: CommandArguments, io: Io): Promise<ExitCode> {
  const settings = new ServeSettings(call, io);
  // What serve would refuse is refused here, in the same words.
  await (await import('../serving/serve-options.ts')).readServeOptions(call, io);
  const rows = SERVE_FLAGS.map((setting) => explain(setting, settings));
  const text = call.has('json') ? `${JSON.stringify(rows, null, 2)}\n` : rows.map(line).join('');
  await io.stdout.write(text);
  return 0;
}

function line({ name, value = '', from }: ExplainedSetting): string {
  return `${name.padEnd(32)} ${plain(value).padEnd(24)} ${plain(from)}\n`;
}

/** The table of docs/settings.md. */
export function settingsTable(): string {
  const rows = SERVE_FLAGS.map(({ name, value, usual = '', description, choices }) => {
    const flag = value === undefined ? `--${name}` : `--${name} ${value}`;
    const among = choices === undefined ? '' : ` One of ${choices.join(', ')}.`;
    return `| \`${flag}\` | \`${variable(name)}\` | ${usual} | ${(description + among).replaceAll('|', '\\|')} |\n`;
  });
  return `| flag | variable | usual | what it says |\n|---|---|---|---|\n${rows.join('')}`;
}

export const configCommand: Command = {
  name: 'config',
  operands: ['explain|docs'],
  description: 'Say every setting of "vitrine serve", its value and where it came from; it takes the same flags.',
  examples: [['vitrine config explain --port 80', 'what holds, and where each value came from']],
  flags: [...SERVE_FLAGS, { name: 'json', description: 'Print [{name, value, from}].' }],
  run: async (call, io) => {
    const [word] = call.operands;
    if (word === 'explain') return explainAll(call, io);
    if (word !== 'docs') throw new CallError(`"vitrine config" is followed by explain or docs, not "${word}".`);
    await io.stdout.write(settingsTable());
    return 0;
  },
};
