// From generation 1 to 2: what a reader of openwop-2 is sent of a run of major 1 is a surface that a run of major 2 takes,
// shows, and is resumed by as the first would have been.

import { judgeOf } from '../published.ts';
import { ALL_1, envelope, envelope2 } from './documents.ts';
import type { Scenario } from './ledger.ts';
import type { Body, WopRun } from './wop.ts';

/** What a viewer who joins now is sent, until it has caught up. */
async function joined({ wop, session }: WopRun, token: string): Promise<readonly Body[]> {
  const leave = new AbortController();
  const response = await fetch(`${wop.url}/sessions/${session}/stream?dialect=openwop-2`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: leave.signal,
  });
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(piece, { stream: true });
    if (text.includes('event: ready')) break;
  }
  leave.abort();
  const frames = text.slice(0, text.indexOf('event: ready')).split('\n\n');
  return frames
    .flatMap((frame) => (/^data: (\{.*)$/m.exec(frame)?.[1] ?? []) as string | [])
    .map((one) => JSON.parse(one));
}

const conversion: Scenario = {
  name: 'from generation 1 to 2',
  assertions: 6,
  async run(hosts, check) {
    const wop = await hosts.at('production');
    const first = await wop.run(1);
    await first.gate();
    await first.emit(envelope(ALL_1, { nodeId: 'gate' }));
    const sent = (await joined(first, await first.viewerToken())).find(({ schemaVersion }) => schemaVersion === 2);
    check.holds('a reader is sent an envelope of version 2', sent !== undefined);
    check.equal('of the same node', sent?.nodeId, 'gate');
    check.holds('which fits the schema', judgeOf(await wop.schema(2))(sent?.payload ?? null), sent);
    const second = await wop.run(2);
    await second.gate();
    check.equal(
      'a run of major 2 takes it',
      (await second.emit(envelope2(sent?.payload, { nodeId: 'gate' }))).status,
      201,
    );
    const components = (await second.surfaces()).gate?.components ?? [];
    const button = components.find(({ type }: Body) => type === 'Button')?.id;
    const told = { note: 'Words', day: '2026-11-15', size: 's', sure: true };
    const one = (await first.press('gate', 'accept', told)).body.resumeValue;
    const paths = Object.fromEntries(
      Object.entries(told).map(([name, value]) => [`/values/${name}`, name === 'size' ? [value] : value]),
    );
    const { action, values } = (await second.press('gate', button, paths)).body.resumeValue ?? {};
    check.equal('its button is the same', action, one.action);
    check.equal('and so is what it sends, a choice being a list', { ...values, size: values?.size?.[0] }, one.values);
  },
};

export const CONVERSIONS: readonly Scenario[] = [conversion];
