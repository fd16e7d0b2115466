// Promise: five hostile bodies of 8 MiB at once cost a host no more than a few hundred MiB above what it has when nothing
// happens. Each kind of body meets a host of its own: what the process ever had at its highest, the system counts.

import { type Body, Place, type Session } from './place.ts';
import { fill, KIB, listOf, MIB } from './texts.ts';

const AT_ONCE = 5;

export interface Cost {
  readonly name: string;
  /** MiB above idle. */
  readonly above: number;
  readonly answers: readonly number[];
}

interface Kind {
  readonly name: string;
  readonly body: Body;
  readonly path: (session: Session) => string;
  /** Absent: the agent. */
  readonly isViewer?: true;
}

const messages = ({ path }: Session): string => `${path}/messages`;
const lines = (line: string): string => `${line}\n`.repeat(Math.floor((8 * MIB) / (line.length + 1)));

const KINDS: readonly Kind[] = [
  { name: 'brackets never closed', body: fill('[', 8 * MIB), path: messages },
  {
    name: 'brackets of a viewer',
    body: fill('[', 8 * MIB),
    path: ({ path }) => `${path}/events`,
    isViewer: true,
  },
  { name: 'a list of zeros', body: listOf('0', 8 * MIB - KIB), path: messages },
  { name: 'a list of empty objects', body: listOf('{}', 8 * MIB - KIB), path: messages },
  { name: 'lines of brackets', body: lines('[[[[]]]]'), path: messages },
  { name: 'lines that say nothing', body: lines('{"version":"v0.9"}'), path: messages },
  { name: 'blanks', body: fill(' ', 8 * MIB), path: messages },
  { name: 'one text', body: `["${fill('x', 8 * MIB - KIB)}"]`, path: messages },
  {
    name: 'members of one object',
    body: `{${Array.from({ length: 500_000 }, (_, i) => `"k${i}":${i % 10}`).join(',')}}`,
    path: messages,
  },
  { name: 'an order', body: fill('[', 8 * MIB), path: () => '/sessions' },
  { name: 'a call of OpenWOP', body: fill('[', 8 * MIB), path: () => '/v1/runs' },
  { name: 'a call of MCP', body: fill('[', 8 * MIB), path: () => '/mcp' },
];

export async function memoryCosts(wanted: string): Promise<readonly Cost[]> {
  const costs: Cost[] = [];
  for (const kind of KINDS.filter(({ name }) => name.includes(wanted))) costs.push(await costOf(kind));
  return costs;
}

async function costOf({ name, body, path, isViewer }: Kind): Promise<Cost> {
  const place = await Place.open();
  try {
    const sessions = [];
    for (let i = 0; i < AT_ONCE; i++) sessions.push(await place.session());
    const idle = place.memory('VmRSS');
    const answers = await Promise.all(
      sessions.map(async (session) => {
        const credential = isViewer === true ? { credential: session.token } : {};
        return (await place.call(path(session), { body, ...credential })).status;
      }),
    );
    return { name, above: place.memory('VmHWM') - idle, answers };
  } finally {
    await place.end();
  }
}
