// `vitrine key rotate token|seal [--now]`: a new key of the host's own. Works on the data folder, or through the server that
// holds it.

import { resolve } from 'node:path';
import { suggestion } from '@vitrine/core/internal';
import type { Command, CommandArguments } from '../command.ts';
import { confirm, YES_FLAG } from '../confirm.ts';
import { CallError } from '../errors.ts';
import { dataFolder } from '../host-flags.ts';

const KEYS = ['token', 'seal'] as const;
const DROPPED = { token: 'every token and link that it has signed ends', seal: 'what is sealed is sealed anew' };

function readOrder(call: CommandArguments) {
  const [order = '', word = ''] = call.operands;
  if (order !== 'rotate') throw new CallError(`"vitrine key" is followed by rotate, not "${order}".`);
  const key = KEYS.find((candidate) => candidate === word);
  if (key === undefined)
    throw new CallError(`"vitrine key rotate" needs ${KEYS.join(' or ')}, not "${word}".${suggestion(word, KEYS)}`);
  return { order: 'rotate-key', key, now: call.has('now') } as const;
}

export const keyCommand: Command = {
  name: 'key',
  operands: ['rotate', 'token|seal'],
  description: 'Replace token.key or seal.key; what the former has signed or sealed goes on.',
  examples: [['vitrine key rotate token', 'what the old key has signed goes on']],
  flags: [
    YES_FLAG,
    {
      name: 'now',
      description: 'Drop the former at once: what token.key has signed ends, what is sealed is sealed anew.',
    },
    { name: 'data', value: 'FOLDER', description: 'Of the host with this folder (VITRINE_DATA, else .vitrine).' },
    { name: 'json', description: 'Print {rotated, now}.' },
  ],
  run: async (call, io) => {
    const order = readOrder(call);
    await confirm(
      call,
      io,
      `This makes a new ${order.key}.key${order.now ? ` and drops the former: ${DROPPED[order.key]}` : ''}.`,
    );
    // The host is loaded only where it is needed: other commands start without its libraries.
    const { giveOrder } = await import('../serving/give-order.ts');
    await giveOrder(order, resolve(io.cwd, dataFolder(call, io)), io);
    const result = { rotated: order.key, now: order.now };
    const words = `${order.key}.key is new${order.now ? ', and the former is dropped' : ''}`;
    await io.stdout.write(call.has('json') ? `${JSON.stringify(result, null, 2)}\n` : `${words}\n`);
    return 0;
  },
};
