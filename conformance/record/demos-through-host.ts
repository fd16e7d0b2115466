// Every demo, told by an agent of every dialect through a real host: what the agent is answered and hears, and what viewers
// of every dialect are sent while it happens, over sockets and over SSE, and afterwards. While it happens they are all there
// for the demo's own dialect only, unless all is asked for: each entry is told to each of them.

import { Catalogs, Fold, type Json } from '@vitrine/core';
import { allCatalogs } from '@vitrine/core/catalogs/all';
import { DEMOS } from '@vitrine/demos';
import { DIALECTS, type Dialect, Intake } from '@vitrine/dialects';
import { type Cases, write } from './cases.ts';
import { type DemoStep, playDemo } from './demo-script.ts';
import { Transcript } from './transcript.ts';
import { START, World } from './world.ts';

const NOW = new Date(START).toISOString();
const JSON_ONLY = { accept: 'application/json' };

export async function playDemosThroughHost(cases: Cases, isAll: boolean): Promise<void> {
  const world = await World.open();
  try {
    for (const demo of DEMOS) {
      const script = playDemo(demo);
      for (const dialect of DIALECTS) {
        const isLive = dialect.id === demo.dialect;
        const name = `demos/${demo.name}/by ${dialect.id}`;
        const keep = (viewer: string, text: string) => cases.set(`${name} > ${viewer}`, text);
        if (isLive || isAll || dialect.id === 'a2ui-0.9')
          await write(cases, `${name} > agent`, world, (t) =>
            play(t, world, retold(script, dialect), dialect, isLive, keep),
          );
      }
    }
  } finally {
    await world.close();
  }
}

/** The same steps in the words of another dialect. */
function retold(script: readonly DemoStep[], dialect: Dialect): readonly DemoStep[] {
  const fold = new Fold({ catalogs: new Catalogs(allCatalogs) });
  const intake = new Intake(fold, { dialects: DIALECTS, now: NOW });
  const { wire, memory } = dialect.join(fold, undefined, { now: NOW });
  const steps: DemoStep[] = wire.length === 0 ? [] : [{ say: wire }];
  for (const step of script) {
    if ('act' in step) {
      if (step.act.event === 'input') fold.accept({ body: [step.act] });
      steps.push(step);
      continue;
    }
    const say = step.say.flatMap((message): readonly Json[] => {
      const { entry } = intake.message(message);
      if (entry === undefined) return [];
      const said = dialect.encode({ ...entry, at: NOW }, fold, memory);
      return (dialect.carry?.(message, said) ?? said).wire;
    });
    if (say.length > 0) steps.push({ say });
  }
  return steps;
}

async function play(
  t: Transcript,
  world: World,
  script: readonly DemoStep[],
  agent: Dialect,
  isLive: boolean,
  tell: (viewer: string, text: string) => void,
): Promise<void> {
  const { key } = world;
  const { session, viewerToken } = await world.json('POST', '/sessions', key, { dialect: agent.id });
  const path = `/sessions/${session}`;
  const token = String(viewerToken);
  // Each viewer has names of its own, so that one may be compared without the others.
  const viewers = DIALECTS.map((dialect) => ({ dialect, own: new Transcript(world) }));
  const sockets = [];
  for (const { dialect, own } of isLive ? viewers : []) {
    const socket = await own.socket('live', `${path}/socket`, { protocols: ['vitrine.1', token] });
    socket.send({ hello: { dialect: dialect.id, viewer: 'one' } });
    await socket.until('"ready"');
    sockets.push(socket);
  }
  for (const step of script)
    if ('say' in step) await t.post(`${path}/messages`, key, step.say);
    else await t.post(`${path}/events`, token, { vitrine: 1, body: [step.act] });
  await t.get(`${path}/events`, key, JSON_ONLY);
  const { body } = await t.get(`${path}/snapshot`, key);
  for (const { dialect, own } of viewers) {
    const join = await own.stream('join', 'GET', `${path}/stream?dialect=${dialect.id}`, { key: token });
    await join.until('event: ready');
    if (!isLive) continue;
    const resumed = await own.stream(
      'resumed',
      'GET',
      `${path}/stream?dialect=${dialect.id}&after=${Math.floor(Number(body.seq) / 2)}`,
      { key: token },
    );
    await resumed.until('event: ready');
  }
  await world.json('DELETE', path, key);
  for (const socket of sockets) await socket.ended();
  for (const { dialect, own } of viewers) tell(dialect.id, own.end());
}
