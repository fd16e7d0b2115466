// What a socket costs that only looks: memory of the server's process, with thousands of them and without.

import { type Row, row } from '../measure.ts';
import type { Memory } from './server.ts';
import type { Stage } from './stage.ts';
import type { ViewersOptions } from './viewers.ts';

const SOCKETS = 5000;
const WARM_UP = 500;
const COMPONENTS = 100;

export async function idle(stage: Stage): Promise<Row[]> {
  const { server, viewers, agentsOptions, sessions } = await stage.host({
    sessions: 1,
    components: COMPONENTS,
    viewers: 0,
  });
  const { session = '', token = '' } = sessions[0] ?? {};
  const open = (count: number): Promise<void> =>
    viewers.order('open', {
      port: agentsOptions.port,
      paths: Array<string>(count).fill(`/sessions/${session}/socket`),
      tokens: Array<string>(count).fill(token),
      noting: 0,
      isHost: true,
    } satisfies ViewersOptions);
  await open(WARM_UP);
  await viewers.order('close');
  const { rss: before } = await server.order<Memory>('memory');
  await open(SOCKETS);
  const { rss: after } = await server.order<Memory>('memory');
  await stage.clear();
  const name = `an idle socket joined to ${COMPONENTS} components, of ${SOCKETS}`;
  return [row(name, (after - before) / SOCKETS / 1024, 'KB', 20)];
}
