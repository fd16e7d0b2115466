// The wizard demo, which is A2UI 0.8, in the pages of the peers: those of 0.9 are sent it in their words. It has no
// checks, and its actions carry all that was entered on a page: the host knows everything.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PEERS, type PeerView } from './peer-view.ts';
import { Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const WHERE = { to: ['gdansk'], day: '2026-12-19', nights: 3 };
const WHO = { name: 'Grace Hopper', email: 'grace@example.com', travellers: 1, child: true };
const HOW = { way: ['night'], wishes: 'A room to the sea' };

const told = (name: string, context: object) => ({
  userAction: { name, surfaceId: 'wizard', sourceComponentId: name, timestamp: expect.any(String), context },
});

async function fillWhere(view: PeerView): Promise<void> {
  await view.sees('Step 1 of 3');
  await view.choose('Gdańsk, by the cranes', 'Porto, by the sea');
  await view.day('2026-12-19');
  await view.slide(1);
}

async function fillWho(view: PeerView): Promise<void> {
  await view.sees('Step 2 of 3');
  await view.type('Your name', WHO.name);
  await view.type('Where to write to', WHO.email);
  await view.slide(-1);
  await view.check('A child comes along');
}

describe.each(PEERS)('the wizard demo in %s', (peer) => {
  // React draws a choice of several in 0.8 as a choice of one.
  const interests = peer === 'react-0.8' ? ['music'] : ['food', 'music'];

  test('is gone through to the end', async () => {
    const opened = await stage.play('wizard');
    const view = await stage.view(peer, opened);
    await fillWhere(view);
    await view.press('Next');
    await fillWho(view);
    await view.press('Next');
    await view.sees('Step 3 of 3');
    await view.choose('By night train', 'By train');
    await view.choose('Music');
    await view.type('Other wishes', HOW.wishes);
    await view.press('Next');
    await view.sees('Please look it over.');
    await view.sees('Grace Hopper, one traveller, with a child');
    await view.sees('Saturday, 19 December, 3 nights');
    await view.press('Send the request');
    await view.sees('you will hear from us at grace@example.com');
    const how = { way: HOW.way, interests, wishes: HOW.wishes };
    expect(await stage.delivered(opened.session)).toEqual([
      told('next', WHERE),
      told('next', WHO),
      told('next', how),
      told('send', {}),
    ]);
    const actions = (await stage.judged(opened.session)).filter(({ event }) => event === 'action');
    expect(actions.map(({ checked }) => checked)).toEqual([true, true, true, true]);
    await view.isFine();
    expect(opened.problems).toEqual([]);
  });

  test('says what is missing, and keeps what was entered on the way back', async () => {
    const opened = await stage.play('wizard');
    const view = await stage.view(peer, opened);
    await fillWhere(view);
    await view.press('Next');
    await view.sees('Step 2 of 3');
    await view.press('Next');
    await view.sees('Tell us your name.');
    await fillWho(view);
    await view.press('Back');
    await view.sees('Step 1 of 3');
    await view.press('Next');
    await view.sees('Step 2 of 3');
    const nobody = { name: '', email: '', travellers: 2, child: false };
    expect(await stage.delivered(opened.session)).toEqual([
      told('next', WHERE),
      told('next', nobody),
      told('back', WHO),
      told('next', WHERE),
    ]);
    await view.isFine();
  });
});
