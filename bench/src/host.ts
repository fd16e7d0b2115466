// Promise: what a host acknowledges is durable at a good part of what the disk gives, a session reaches a hundred viewers
// for a fraction of what a plain broadcast costs, and more sessions, sockets and entries cost no more than their share.

import { appends } from './host/appends.ts';
import { fanOut } from './host/fan-out.ts';
import { resume, sessions } from './host/growth.ts';
import { idle } from './host/idle.ts';
import { memory } from './host/memory.ts';
import { Stage } from './host/stage.ts';
import type { Row } from './measure.ts';

export async function host(): Promise<Row[]> {
  const stage = new Stage();
  try {
    const rows: Row[] = [];
    for (const part of [appends, fanOut, idle, memory, resume, sessions]) rows.push(...(await part(stage)));
    return rows;
  } finally {
    await stage.clear();
  }
}
