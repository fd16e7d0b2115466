// Our client and our server over a line that breaks when the server has the message and the client has no answer.

import { expect, it, onTestFinished } from 'vitest';
import { BreakingLine } from '../../test/breaking-line.ts';
import { FakeSession } from '../../test/fake-session.ts';
import { booking, done, Stage, say } from '../../test/stage.ts';
import { bridgeTo } from './bridge.ts';
import { connectAgent } from './remote-agent.ts';

const PAY = 'pay 100 to Ada';
const NEXT = 'pay 5 to Bo';

/** @param answersAtOnce false: the agent is at it until it is told to answer */
async function open(answersAtOnce: boolean) {
  const stage = await Stage.open();
  onTestFinished(() => stage.clear());
  const line = await BreakingLine.to(stage.url);
  onTestFinished(() => line.close());
  // The card names the line, and so does everything that is called from there on.
  stage.host.setPublicUrl(line.url);
  const answer = [...booking(), say('paid 100'), done()];
  const said: string[] = [];
  const waiting = new Map<string, (session: string) => void>();
  const payer = await stage.agent('payer', ({ event, text }, session) => {
    if (event !== 'say') return undefined;
    said.push(String(text));
    waiting.get(String(text))?.(session);
    return answersAtOnce ? answer : [done('working')];
  });
  /** Resolves with the session there. */
  const heard = (text: string) => new Promise<string>((resolve) => waiting.set(text, resolve));
  const remote = await connectAgent(`${line.url}/a2a/payer`, {
    allowPrivate: ['127.0.0.1'],
    authorization: `Bearer ${await payer.credential()}`,
  });
  const session = new FakeSession();
  const reports: string[] = [];
  const bridge = await bridgeTo(remote, session, {
    report: (problem) => reports.push(problem),
    wait: () => Promise.resolve(),
  });
  onTestFinished(() => bridge.stop());
  return { line, payer, session, bridge, reports, heard, answer, said };
}

it('[XS29] [XC12] a message whose answer is lost on the line is sent again, executed once and answered once', async () => {
  const { line, session, bridge, reports, said, heard } = await open(true);
  line.hold();
  const sent = session.say(PAY);
  await line.has('server', 'paid 100');
  line.cut();
  await sent;
  await bridge.settled();
  expect(line.count('client', PAY)).toBe(2);
  expect(session.talk).toEqual(['agent: paid 100']);
  expect([session.surfaces, session.turns.at(-1), reports]).toEqual([['booking'], 'done', []]);
  // What is heard next is heard behind whatever was heard twice.
  await Promise.all([heard(NEXT), session.say(NEXT)]);
  expect(said).toEqual([PAY, NEXT]);
});

it('[XS29] [XC12] a message whose line breaks while the agent is at it is sent again and follows what is under way', async () => {
  const { line, payer, session, bridge, reports, said, heard, answer } = await open(false);
  line.hold();
  const there = heard(PAY);
  const sent = session.say(PAY);
  const place = await there;
  line.cut();
  await line.has('client', PAY, 2);
  await payer.send(place, answer);
  await sent;
  await bridge.settled();
  expect(line.count('client', PAY)).toBe(2);
  expect(session.talk).toEqual(['agent: paid 100']);
  expect([session.surfaces, session.turns.at(-1), reports]).toEqual([['booking'], 'done', []]);
  await Promise.all([heard(NEXT), session.say(NEXT)]);
  expect(said).toEqual([PAY, NEXT]);
});
