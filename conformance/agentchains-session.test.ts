// The session that the specification of AgentChains' A2UI shows (§10), played on a real socket.

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Line, play } from '../packages/agentchains/test/session-lines.ts';
import { type Message, message, Stage } from '../packages/agentchains/test/stage.ts';

const SEED = new URL('../../shared/seeds/003_eb3da03cfe2af378.txt', import.meta.url);
const isHere = existsSync(SEED);
if (!isHere)
  process.stderr.write('The specification (../shared/seeds) is not beside this repository; it is not played.\n');

/** The lines of §10: a comment that says who speaks, then what is said. */
function exampleIn(specification: string): readonly Line[] {
  const [, example = ''] = specification.split('### Full Session Example');
  const lines = example.split('\n');
  return lines.flatMap((line, i) => {
    const sender = /^\/\/ \d+\. (Client|Server) ->/.exec(line)?.[1];
    return sender === undefined ? [] : [{ from: sender.toLowerCase() as Line['from'], text: lines[i + 1] ?? '' }];
  });
}

test.skipIf(!isHere)(
  '[AF1] the example of the specification runs byte for byte on the side of the client',
  async () => {
    const stage = await Stage.open();
    const lines = exampleIn(readFileSync(SEED, 'utf8'));
    expect(lines.map(({ from }) => from[0]).join('')).toBe('cssscsss');
    const client = await stage.connect();
    const session = await play(lines, client, stage);
    expect(client.received).toEqual([]);
    const said = lines.map(({ text }) => JSON.parse(text) as Message);
    const answered = said.find(({ method }) => method === 'user.respond');
    expect(await stage.events(session)).toContainEqual(message('user.respond', answered?.params ?? {}));
    await stage.clear();
  },
);
