// `vitrine erase session|person NAME`: takes everything of a session or a person away, once somebody has confirmed it.
// `vitrine retention`: what would go because its time is over. Both work on the data folder, or through the server that holds it.

import { resolve } from 'node:path';
import type { ExpiredSession } from '@vitrine/host';
import type { Command, CommandArguments } from '../command.ts';
import { confirm, YES_FLAG } from '../confirm.ts';
import { CallError } from '../errors.ts';
import { DATA_FLAG, dataFolder } from '../host-flags.ts';
import type { ExitCode, Io } from '../io.ts';
import { plain } from '../say.ts';

function readOrder({ operands: [what, name = ''] }: CommandArguments) {
  if (what === 'session') return { order: 'erase-session', session: name } as const;
  if (what === 'person') return { order: 'erase-person', person: name } as const;
  throw new CallError(`"vitrine erase" is followed by session or person, not "${what}".`);
}

async function erase(call: CommandArguments, io: Io): Promise<ExitCode> {
  const order = readOrder(call);
  const [what = '', name = ''] = call.operands;
  const subject = what === 'person' ? `every session that "${name}" took part in` : `the session ${name}`;
  await confirm(call, io, `This erases ${subject}, forks too, for good.`);
  // The host is loaded only where it is needed: other commands start without its libraries.
  const { giveOrder } = await import('../serving/give-order.ts');
  const { erased } = await giveOrder(order, resolve(io.cwd, dataFolder(call, io)), io);
  const sessions = erased as readonly string[];
  const text = sessions.length === 0 ? 'no session was found' : `erased: ${sessions.join(' ')}`;
  await io.stdout.write(call.has('json') ? `${JSON.stringify({ erased: sessions }, null, 2)}\n` : `${plain(text)}\n`);
  return 0;
}

async function retention(call: CommandArguments, io: Io): Promise<ExitCode> {
  const { giveOrder } = await import('../serving/give-order.ts');
  const { sessions } = await giveOrder({ order: 'retention' }, resolve(io.cwd, dataFolder(call, io)), io);
  const rows = sessions as unknown as readonly ExpiredSession[];
  const lines = rows.map(({ session, agent, since }) => `${plain(session)}  ${plain(agent)}  since ${since}\n`);
  await io.stdout.write(call.has('json') ? `${JSON.stringify(rows, null, 2)}\n` : lines.join(''));
  return 0;
}

export const eraseCommand: Command = {
  name: 'erase',
  operands: ['session|person', 'NAME'],
  description: 'Erase a session with its forks, or everything that a person took part in, for good.',
  examples: [
    ['vitrine erase session ID', 'with its forks and files'],
    ['vitrine erase person ada@example.org', 'everything that she took part in'],
  ],
  flags: [YES_FLAG, { name: 'json', description: 'Print {erased}.' }, DATA_FLAG],
  run: erase,
};

export const retentionCommand: Command = {
  name: 'retention',
  operands: [],
  description: 'Show the sessions whose time is over by --keep of the host: they are erased within the hour.',
  examples: [['vitrine retention', 'sessions whose time is over']],
  flags: [{ name: 'json', description: 'Print [{session, agent, since, keepMs}].' }, DATA_FLAG],
  run: retention,
};
