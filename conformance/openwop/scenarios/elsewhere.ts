// An agent elsewhere, behind real servers of A2A, bridged into the session of a run as `bridgeTo` does it for anybody.

import { bridgeTo, connectAgent as connectRemote } from '@vitrine/a2a';
import { connectAgent } from '@vitrine/client';
import { serveRemoteAgent } from '../../../packages/a2a/test/remote-server.ts';
import type { Body, WopRun } from './wop.ts';

export interface Elsewhere {
  /** A person speaks, and it answers with these parts. Resolves with what it was told of them: errors, as JSON. */
  answers(...parts: readonly Body[]): Promise<readonly string[]>;
  /** What the operator was told. */
  readonly reports: readonly string[];
  close(): Promise<void>;
}

export async function bridged(run: WopRun): Promise<Elsewhere> {
  let next: readonly Body[] = [];
  const agent = await serveRemoteAgent({
    version: '1.0',
    forms: ['v0.9'],
    script: ({ message }, say) => {
      const isPerson = JSON.stringify(message.parts).includes('"text"');
      say({ ...(isPerson ? { parts: next } : {}), state: 'completed' });
    },
  });
  const remote = await connectRemote(agent.url, { allowPrivate: ['127.0.0.1'] });
  const host = connectAgent({ url: run.wop.url, key: run.wop.key });
  const session = host.session(run.session);
  const reports: string[] = [];
  let heard: () => void = () => undefined;
  const bridge = await bridgeTo(
    remote,
    {
      id: session.id,
      send: (messages, options) => session.send(messages, options),
      ops: (ops, options) => session.ops(ops, options),
      snapshot: (at) => session.snapshot(at),
      on: (name, handler) =>
        session.on(name, async (delivery) => {
          await handler(delivery);
          // What was refused before is delivered too.
          if (JSON.stringify(delivery.wire).includes('"say"')) heard();
        }),
    },
    { run: `openwop-${run.major}`, report: (problem) => reports.push(problem) },
  );
  const token = await run.viewerToken();
  return {
    reports,
    async answers(...parts) {
      next = parts;
      const before = agent.asked.length;
      const delivered = new Promise<void>((resolve) => {
        heard = resolve;
      });
      const body = { vitrine: 1, body: [{ event: 'say', text: 'Go on' }] };
      const path = `/sessions/${run.session}/events?dialect=vitrine`;
      const { status } = await run.wop.call('POST', path, body, { key: token });
      if (status !== 200) throw new Error('Nobody can speak here.');
      await delivered;
      await bridge.settled();
      return agent.asked.slice(before + 1).map(({ message }) => JSON.stringify(message.parts));
    },
    async close() {
      await bridge.stop();
      host.close();
      await agent.close();
    },
  };
}
