// The example streams that @a2ui/web_core carries, of a version in one session: every button that the peers let a person
// press is pressed, with every text filled in, and the host admits it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readExamples } from '../examples/streams.ts';
import { PEERS } from './peer-view.ts';
import { type Answer, type Opened, Stage, type Wire } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

/** The streams name their surfaces as they like; here each has one of its own. */
function renamed(message: Wire, prefix: string): Wire {
  return JSON.parse(JSON.stringify(message), (key, value) => (key === 'surfaceId' ? `${prefix}-${value}` : value));
}

async function showExamples(of: string): Promise<Opened> {
  const opened = await stage.openSession({ dialect: `a2ui-${of}` });
  const streams = readExamples().filter(({ title }) => title.startsWith(of));
  for (const [index, { messages }] of streams.entries()) {
    const own = messages.map((message) => renamed(message as Wire, `e${index}`));
    await stage.call(stage.key, `/sessions/${opened.session}/messages`, own);
  }
  return opened;
}

describe.each(['0.9', '1.0'])('every button of every example of %s', (of) => {
  test.each(PEERS)('is admitted from %s', async (peer) => {
    const opened = await showExamples(of);
    const view = await stage.view(peer, opened);
    for (const field of await view.page.locator('input[type=text], input[type=password], textarea').all())
      await field.fill('ada@example.com');
    expect(await view.pressAll()).toBeGreaterThan(35);
    const acted = (await view.sent()).filter(({ message }) => 'action' in message || 'userAction' in message);
    expect(acted.length).toBeGreaterThan(30);
    const answers = acted.map(({ answer }) => answer as Answer);
    const refused = answers.filter(({ accepted }) => accepted !== 1);
    expect(await stage.delivered(opened.session)).toHaveLength(answers.length - refused.length);
    const codes = refused.flatMap(({ issues }) => issues.map(({ code }) => code));
    // 0.8 has no word for checks: what the page lets pass, the host may not.
    expect(codes.filter((code) => view.dialect !== 'a2ui-0.8' || code !== 'VITRINE_EVENT_CHECK')).toEqual([]);
    expect(await view.thrown()).toEqual([]);
  });
});
