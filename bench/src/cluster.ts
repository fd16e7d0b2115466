// Promise: hosts that share a PostgreSQL acknowledge a good part of what the database itself can do, show what one took to
// the viewers of another nearly as well as to their own, and a session or viewer that rests costs next to nothing.

import { appends } from './cluster/appends.ts';
import { fanOut, lateness } from './cluster/fan-out.ts';
import { idle } from './cluster/idle.ts';
import { Cluster } from './cluster/nodes.ts';
import { openSessions } from './cluster/open-sessions.ts';
import type { Row } from './measure.ts';

export async function cluster(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const part of [appends, fanOut, lateness, openSessions, idle]) {
    // A database of its own: what one part wrote is no burden of the next.
    const nodes = await Cluster.start();
    try {
      rows.push(...(await part(nodes)));
    } finally {
      await nodes.stop();
    }
  }
  return rows;
}
