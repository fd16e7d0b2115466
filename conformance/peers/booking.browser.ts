// The booking demo, whose form is A2UI 0.9, in the pages of the peers: filled in by hand, taken by the host, answered by
// the agent. What its check needs and nobody reports (the promise to come) leaves the action unchecked.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PEERS, type PeerView } from './peer-view.ts';
import { Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const PROMISE = 'I will come, or call if I cannot.';
const BOOKING = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '+44 20 7946 0958',
  day: '2026-12-05',
  time: ['20:30'],
  guests: 4,
  seating: ['terrace'],
  extras: ['candle'],
  note: 'No nuts',
};

async function fill(view: PeerView): Promise<void> {
  await view.type('Name', BOOKING.name);
  await view.type('Email', BOOKING.email);
  await view.type('Phone (if you like)', BOOKING.phone);
  await view.day('2026-12-05');
  await view.choose('20:30', '19:30');
  await view.slide(2);
  await view.choose('Terrace', 'Dining room');
  await view.choose('A birthday candle');
  await view.type('Anything else, allergies for example', BOOKING.note);
}

const told = (name: string, surfaceId: string, sourceComponentId: string, context: object) => ({
  version: 'v0.9',
  action: { name, surfaceId, sourceComponentId, timestamp: expect.any(String), context },
});

describe.each(PEERS)('the booking demo in %s', (peer) => {
  test('is filled in and booked', async () => {
    const opened = await stage.play('booking');
    const view = await stage.view(peer, opened);
    await view.sees('Book a table');
    await fill(view);
    // 0.8 has no checks: there the button can be pressed, and the agent says what is missing.
    if (view.dialect === 'a2ui-0.9') expect(await view.button('Book the table').isDisabled()).toBe(true);
    await view.check(PROMISE);
    expect(await view.press('Book the table')).toMatchObject({
      answer: { accepted: 1, issues: [{ code: 'VITRINE_EVENT_CHECK', severity: 'warning' }] },
    });
    await view.sees('Your table is booked');
    await view.sees('Saturday, 5 December');
    await view.sees('Ada Lovelace, 4 guests');
    expect(await stage.delivered(opened.session)).toEqual([told('book', 'booking', 'send', BOOKING)]);
    expect(await stage.judged(opened.session)).toEqual([
      ...Object.entries(BOOKING).map(([field, value]) => ({
        event: 'input',
        surface: 'booking',
        path: `/booking/${field}`,
        value,
      })),
      expect.objectContaining({ event: 'action', name: 'book', context: BOOKING, checked: false }),
    ]);
    await view.isFine();
    expect(opened.problems).toEqual([]);
  });

  test('is changed, given back and taken again', async () => {
    const opened = await stage.play('booking');
    const view = await stage.view(peer, opened);
    await fill(view);
    await view.check(PROMISE);
    await view.press('Book the table');
    await view.sees('Your table is booked');
    await view.press('Change it');
    await view.sees('Book a table');
    await view.slide(-3);
    await view.check(PROMISE);
    await view.press('Book the table');
    await view.sees('Ada Lovelace, one guest');
    await view.press('Give it back');
    await view.sees('The table is given back');
    await view.press('Book it again');
    await view.sees('Book a table');
    const reference = { reference: expect.stringMatching(/^NOVA-/) };
    expect(await stage.delivered(opened.session)).toEqual([
      told('book', 'booking', 'send', BOOKING),
      told('change', 'confirmation', 'change', reference),
      told('book', 'booking', 'send', { ...BOOKING, guests: 1 }),
      told('cancel', 'confirmation', 'cancel', reference),
      told('again', 'confirmation', 'again', reference),
    ]);
    await view.isFine();
    expect(opened.problems).toEqual([]);
  });

  test('tells what the house cannot do, and does what it proposes', async () => {
    const opened = await stage.play('booking');
    const view = await stage.view(peer, opened);
    await view.type('Name', BOOKING.name);
    await view.type('Email', BOOKING.email);
    await view.day('2026-12-07');
    await view.check(PROMISE);
    await view.press('Book the table');
    await view.sees('We rest on Mondays.');
    await view.press('Take Tuesday, 8 December');
    await view.gone('We rest on Mondays.');
    await view.press('Book the table');
    await view.sees('Tuesday, 8 December');
    await view.press('Book another');
    await view.sees('Book a table');
    const names = (await stage.delivered(opened.session)).map(({ action }) => (action as { name: string }).name);
    expect(names).toEqual(['book', 'take-offer', 'book', 'another']);
    await view.isFine();
  });
});
