// People on slow lines, with our own client and with the engine of @a2ui/react, press what they are shown; a forger
// presses what it is not. The host is real, time is virtual. Nothing honest is refused, nothing else is taken.
// Needs a process of its own: its clock waits for turns of the loop, which other files of the process would take.

import type { ViewerConnection } from '@vitrine/client';
import type { Json } from '@vitrine/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { random } from './examples/streams.ts';
import { Forger } from './late-acts/forger.ts';
import { openOwnViewer } from './late-acts/own-viewer.ts';
import { PeerViewer } from './late-acts/peer-viewer.ts';
import { TICK_MS } from './late-acts/shop.ts';
import { type Answer, World } from './late-acts/world.ts';

const WINDOW_MS = 600_000;
/** Five changes a second over lines of minutes, more than 500 acts over these alone: the deep run has them. */
const isDeep = process.env.VITRINE_LATE_ACTS === 'all';
const SEED = Number(process.env.VITRINE_SEED ?? 0);
/** How long everything takes each way, how many acts of each kind of viewer, and how often the agent changes something. */
const LINES: readonly (readonly [lag: number, acts: number, tickMs: number])[] = [
  [0.1, 62, TICK_MS],
  [0.5, 62, TICK_MS],
  [2.7, 66, TICK_MS],
  [8, 62, TICK_MS],
  ...(isDeep
    ? ([
        [30, 120, TICK_MS],
        [100, 100, TICK_MS],
        [300, 40, TICK_MS],
      ] as const)
    : []),
];
/** A shared machine may be slow; time of its own does not matter to the test. */
const PATIENCE_MS = isDeep ? 1_800_000 : 300_000;

interface Outcome {
  readonly what: string;
  readonly accepted: number;
  readonly issues: Answer['issues'];
}

let world: World;
beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());

const honest: Outcome[] = [];
const forged: Outcome[] = [];
const isShown = (children: unknown): boolean => JSON.stringify(children ?? []).includes('"now"');

/** What a person may do with our own client, on what it shows at this moment. */
function ownAct(connection: ViewerConnection, next: (below: number) => number): Promise<Outcome> | undefined {
  const [shop, pop] = [connection.view.surfaces.get('shop'), connection.view.surfaces.get('pop')];
  if (shop === undefined) return undefined;
  const stamp = shop.data.get('/tick/stamp') as Json;
  const press = async (
    what: string,
    source: string,
    context: { [name: string]: Json },
    more = {},
  ): Promise<Outcome> => {
    const event = { event: 'action', surface: 'shop', source, name: what, context, checked: false, ...more } as const;
    const { accepted, issues } = await connection.send(event);
    return { what: `own ${what}`, accepted: Number(accepted), issues };
  };
  switch (next(6)) {
    case 0: {
      const at = next(5);
      const id = shop.data.get(`/items/${at}/id`) as Json;
      return press('pick', 'row', { id, stamp }, { scope: `/items/${at}` });
    }
    case 1:
      return isShown(shop.component('root')?.props.children) ? press('now', 'now', { kind: 'now' }) : undefined;
    case 2: {
      const name = `Ada ${next(1000)}`;
      shop.data.set('/name', name);
      void connection.send({ event: 'input', surface: 'shop', path: '/name', value: name });
      return press('send', 'send', { name, stamp });
    }
    case 3: {
      const value = `Bo ${next(1000)}`;
      shop.data.set('/name', value);
      const sent = connection.send({ event: 'input', surface: 'shop', path: '/name', value });
      return sent.then(({ accepted, issues }) => ({ what: 'own input', accepted: Number(accepted), issues }));
    }
    case 4: {
      const action = pop?.component('ok')?.props.action as unknown as
        | { event: { context: { serial: number } } }
        | undefined;
      return action === undefined ? undefined : press('ok', 'ok', action.event.context, { surface: 'pop' });
    }
    default:
      return press('buy', 'buy', { price: shop.data.get('/tick/price') as Json, stamp, kind: 'buy' });
  }
}

/** The same for one of another make. */
async function peerAct(
  peer: PeerViewer,
  next: (below: number) => number,
): Promise<{ readonly what: string; readonly post: () => Promise<Answer> } | undefined> {
  const shop = peer.surface('shop');
  if (shop === undefined) return undefined;
  switch (next(5)) {
    case 0:
      return { what: 'peer pick', post: await peer.press('shop', 'row', `/items/${next(5)}`) };
    case 1:
      if (!isShown(shop.componentsModel.get('root')?.properties.children)) return undefined;
      return { what: 'peer now', post: await peer.press('shop', 'now') };
    case 2:
      shop.dataModel.set('/name', `Eve ${next(1000)}`);
      return { what: 'peer send', post: await peer.press('shop', 'send') };
    case 3:
      return peer.surface('pop') === undefined ? undefined : { what: 'peer ok', post: await peer.press('pop', 'ok') };
    default:
      return { what: 'peer buy', post: await peer.press('shop', 'buy') };
  }
}

/** Without a basis: any state that it was sent would do, if there were one. */
function peerForgery(peer: PeerViewer, { states }: Forger, next: (below: number) => number): () => Promise<Answer> {
  const [one, two] = [states[next(states.length)], states[next(states.length)]];
  const isMixed = one !== undefined && two !== undefined && one.price !== two.price;
  const context = { price: isMixed ? one.price : 7, stamp: two?.stamp ?? '', kind: 'buy' };
  const timestamp = '2026-03-01T12:00:00.000Z';
  return peer.say({ action: { name: 'buy', surfaceId: 'shop', sourceComponentId: 'buy', timestamp, context } });
}

async function act(lagMs: number, acts: number, tickMs: number): Promise<void> {
  const next = random(lagMs + SEED);
  const { clock } = world;
  const elsewhere = await world.openShop();
  const others = await Forger.open(elsewhere, 'other');
  await clock.advance(5000);
  elsewhere.rest();
  const shop = await world.openShop(tickMs);
  const forger = await Forger.open(shop, 'forger');
  const peer = await PeerViewer.open(shop, 'peer', lagMs);
  const own = await openOwnViewer(shop, 'own', lagMs);
  await clock.advance(2 * lagMs + 7000);
  let [owns, peers, forgeries] = [0, 0, 0];
  const results: Promise<Outcome>[] = [];
  const first = forger.states.find(({ blinks }) => blinks) ?? forger.head;
  while (owns < acts || peers < acts || forgeries < 2 * acts) {
    await clock.advance(((50 + next(400)) * tickMs) / TICK_MS);
    const mine = owns < acts ? ownAct(own.connection, next) : undefined;
    if (mine !== undefined) owns += results.push(mine) > 0 ? 1 : 0;
    const theirs = peers < acts ? await peerAct(peer, next) : undefined;
    if (theirs !== undefined) {
      peers++;
      const { what, post } = theirs;
      results.push(new Promise((resolve) => clock.after(lagMs, async () => resolve({ what, ...(await post()) }))));
    }
    await forger.caughtUp();
    for (let i = 0; i < 3 && forgeries < 2 * acts; i++) {
      forgeries++;
      const isPeer = forgeries % 8 === 0;
      const forgery = isPeer ? undefined : await forger.forge(next, others);
      const answer = forgery === undefined ? await peerForgery(peer, forger, next)() : await forger.post(forgery);
      forged.push({ what: forgery?.what ?? 'values that stood nowhere, without a basis', ...answer });
    }
  }
  await clock.advance(2 * lagMs + 5000);
  honest.push(...(await Promise.all(results)));
  expect(own.confirms).toBeGreaterThan(0);
  // Over for longer than the window, for those too who confirm nothing.
  own.connection.close();
  shop.rest();
  await clock.advance(WINDOW_MS + 1000);
  const late = await Forger.open(shop, 'late');
  for (const [who, basis] of [
    [forger, first.seq],
    [late, first.seq],
    [late, forger.head.seq - 1],
  ] as const) {
    const event = {
      event: 'action',
      surface: 'shop',
      source: 'buy',
      name: 'buy',
      context: { price: first.price, stamp: first.stamp, kind: 'buy' },
      checked: false,
    };
    forged.push({ what: 'a state that is over for long', ...(await who.post({ what: '', basis, event })) });
  }
  for (const one of [forger, late, others, peer]) one.close();
}

test.each(LINES)(
  '[AD26] nothing honest is refused and nothing forged is taken, %f s each way',
  async (lag, acts, tickMs) => {
    const [before, forgedBefore] = [honest.length, forged.length];
    await act(lag * 1000, acts, tickMs);
    const [acted, lied] = [honest.slice(before), forged.slice(forgedBefore)];
    const refused = acted.filter(({ accepted }) => accepted !== 1);
    const taken = lied.filter(({ accepted }) => accepted !== 0);
    if (isDeep)
      console.log(
        `${lag} s: ${refused.length} of ${acted.length} honest refused, ${taken.length} of ${lied.length} others taken`,
      );
    expect(refused).toEqual([]);
    expect(taken).toEqual([]);
  },
  PATIENCE_MS,
);

test.each([8, 300])(
  '[AD26] what is entered and pressed while the network is away for %i s is taken when it is back',
  async (away) => {
    const { clock } = world;
    const shop = await world.openShop(isDeep || away < 60 ? TICK_MS : 2000);
    const own = await openOwnViewer(shop, 'own', 50);
    const next = random(away + SEED);
    await clock.advance(10_000);
    own.cut(away * 1000);
    const results: Promise<Outcome>[] = [];
    while (results.length < 20) {
      await clock.advance(100);
      const act = ownAct(own.connection, next);
      if (act !== undefined) results.push(act);
    }
    await clock.advance(away * 1000 + 60_000);
    const outcomes = await Promise.all(results);
    expect(outcomes.filter(({ accepted }) => accepted !== 1)).toEqual([]);
    own.connection.close();
    shop.rest();
  },
  PATIENCE_MS,
);

test('[AD26] that were more than 500 honest acts and more than 500 others', () => {
  expect(honest.length).toBeGreaterThanOrEqual(500);
  expect(forged.length).toBeGreaterThanOrEqual(500);
});
