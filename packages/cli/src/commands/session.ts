// `vitrine session close|revoke SESSION`: what an operator ends of a session. Works on the data folder, or through the server
// that holds it.

import { resolve } from 'node:path';
import { suggestion } from '@vitrine/core/internal';
import type { Command, CommandArguments } from '../command.ts';
import { confirm, YES_FLAG } from '../confirm.ts';
import { CallError } from '../errors.ts';
import { dataFolder } from '../host-flags.ts';
import { plain } from '../say.ts';
import { warnPending } from './agent.ts';

const ORDERS = { close: 'close-session', revoke: 'revoke-viewers' } as const;
const NAMES = ['close', 'revoke'] as const;

function readOrder({ operands: [word = '', session] }: CommandArguments) {
  const name = NAMES.find((candidate) => candidate === word);
  if (name === undefined)
    throw new CallError(
      `"vitrine session" is followed by ${NAMES.join(' or ')}, not "${word}".${suggestion(word, NAMES)}`,
    );
  if (session === undefined) throw new CallError(`"vitrine session ${name}" needs the id of a SESSION.`);
  return { order: ORDERS[name], session } as const;
}

export const sessionCommand: Command = {
  name: 'session',
  operands: ['close|revoke', 'SESSION'],
  description: 'Close a session, or revoke the tokens and links of all its viewers.',
  examples: [
    ['vitrine session close ID', 'it is shown as it was left'],
    ['vitrine session revoke ID', 'its links and tokens end'],
  ],
  flags: [
    YES_FLAG,
    { name: 'data', value: 'FOLDER', description: 'Of the host with this folder (VITRINE_DATA, else .vitrine).' },
    { name: 'json', description: 'Print {session, closedAt} or {session, revoked}.' },
  ],
  run: async (call, io) => {
    const order = readOrder(call);
    const { session } = order;
    const isClosed = order.order === 'close-session';
    await confirm(
      call,
      io,
      isClosed
        ? `This closes the session ${session}: it can be looked at, and nobody can add to it.`
        : `This ends the tokens and links of all viewers of ${session}.`,
    );
    // The host is loaded only where it is needed: other commands start without its libraries.
    const { giveOrder } = await import('../serving/give-order.ts');
    const answer = await giveOrder(order, resolve(io.cwd, dataFolder(call, io)), io);
    const result = isClosed ? answer : { session, revoked: true, ...answer };
    const words = isClosed ? `${plain(session)} is closed` : `all viewers of ${plain(session)} are revoked`;
    await io.stdout.write(call.has('json') ? `${JSON.stringify(result, null, 2)}\n` : `${words}\n`);
    await warnPending(answer, io);
    return 0;
  },
};
