// Twelve forgeries over HTTP with the token of a viewer, while a peer's page shows the same session: each is refused with
// its code, the agent hears of none, and the person on the page goes on as if nothing had happened.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PeerView } from './peer-view.ts';
import { type Answer, type Opened, Stage, type Wire } from './stage.ts';

const version = 'v0.9';
const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const SURFACE = 'order';
const at = (path: string) => ({ path });
const event = (name: string, context: Wire = {}) => ({ event: { name, context } });

/** Another one is open in the end: `spare` was closed. */
const FORM: readonly unknown[] = [
  { version, createSurface: { surfaceId: SURFACE, catalogId: CATALOG } },
  {
    version,
    updateDataModel: { surfaceId: SURFACE, path: '/', value: { name: '', seats: 2, price: 120, agreed: false } },
  },
  {
    version,
    updateComponents: {
      surfaceId: SURFACE,
      components: [
        { id: 'root', component: 'Column', children: ['price', 'name', 'seats', 'buy', 'reserve'] },
        { id: 'price', component: 'Text', text: at('/price') },
        { id: 'name', component: 'TextField', label: 'Name', value: at('/name') },
        { id: 'seats', component: 'Slider', label: 'Seats', value: at('/seats'), min: 1, max: 6 },
        {
          id: 'buy',
          component: 'Button',
          child: 'buy-label',
          action: event('buy', { sku: 'A-1', price: at('/price'), name: at('/name'), seats: at('/seats') }),
          checks: [{ condition: { call: 'required', args: { value: at('/name') } }, message: 'A name is missing.' }],
        },
        { id: 'buy-label', component: 'Text', text: 'Buy' },
        // What no person can enter keeps it disabled.
        {
          id: 'reserve',
          component: 'Button',
          child: 'reserve-label',
          action: event('reserve'),
          checks: [{ condition: at('/agreed'), message: 'Nothing can be reserved.' }],
        },
        { id: 'reserve-label', component: 'Text', text: 'Reserve' },
        // Sent, and shown nowhere.
        { id: 'refund', component: 'Button', child: 'refund-label', action: event('refund') },
        { id: 'refund-label', component: 'Text', text: 'Refund' },
      ],
    },
  },
  { version, createSurface: { surfaceId: 'spare', catalogId: CATALOG } },
  {
    version,
    updateComponents: {
      surfaceId: 'spare',
      components: [
        { id: 'root', component: 'Button', child: 'label', action: event('spare') },
        { id: 'label', component: 'Text', text: 'Spare' },
      ],
    },
  },
  { version, deleteSurface: { surfaceId: 'spare' } },
];

const ask = (id: string, more: Wire = {}) => ({
  vitrine: 1,
  body: [{ op: 'ask', ask: id, want: { kind: 'confirm' }, prompt: 'Really?', ...more }],
});
const answer = (id: string, value: unknown) => ({ vitrine: 1, body: [{ event: 'answer', ask: id, value }] });

/** As the form stands it: what a peer sends when its button is pressed. */
const CONTEXT = { sku: 'A-1', price: 120, name: 'Eve', seats: 2 };

function press(change: Wire = {}, context: Wire = CONTEXT): Wire {
  const timestamp = '2026-11-15T12:00:00.000Z';
  const action = { name: 'buy', surfaceId: SURFACE, sourceComponentId: 'buy', timestamp, context };
  return { version, action: { ...action, ...change } };
}

interface Forgery {
  readonly what: string;
  readonly code: string;
  readonly message: unknown;
  readonly dialect?: string;
}

const FORGERIES: readonly Forgery[] = [
  { what: 'another literal', code: 'VITRINE_EVENT_CONTEXT', message: press({}, { ...CONTEXT, sku: 'B-2' }) },
  { what: 'a value at a read-only path', code: 'VITRINE_EVENT_CONTEXT', message: press({}, { ...CONTEXT, price: 1 }) },
  { what: 'an unknown source', code: 'VITRINE_EVENT_SOURCE', message: press({ sourceComponentId: 'free' }) },
  { what: 'another name', code: 'VITRINE_EVENT_NAME', message: press({ name: 'refund' }) },
  {
    what: 'a disabled button',
    code: 'VITRINE_EVENT_CHECK',
    message: press({ name: 'reserve', sourceComponentId: 'reserve' }, {}),
  },
  { what: 'a failed check', code: 'VITRINE_EVENT_CHECK', message: press({}, { ...CONTEXT, name: '' }) },
  {
    what: 'a component out of reach',
    code: 'VITRINE_EVENT_SOURCE',
    message: press({ name: 'refund', sourceComponentId: 'refund' }, {}),
  },
  {
    what: 'a surface that is closed',
    code: 'VITRINE_SURFACE_UNKNOWN',
    message: press({ name: 'spare', surfaceId: 'spare', sourceComponentId: 'root' }, {}),
  },
  {
    what: 'an ask that is answered',
    code: 'VITRINE_ASK_ANSWERED',
    message: answer('answered', false),
    dialect: 'vitrine',
  },
  { what: 'an ask that is over', code: 'VITRINE_ASK_LAPSED', message: answer('expired', true), dialect: 'vitrine' },
  { what: 'a write out of range', code: 'VITRINE_WRITE_VALUE', message: press({}, { ...CONTEXT, seats: 7 }) },
];

describe.each(['react-0.9', 'lit-0.9'] as const)('beside a page of %s', (peer) => {
  let stage: Stage;
  let opened: Opened;
  let view: PeerView;
  let before: { readonly seq: number; readonly delivered: readonly Wire[]; readonly state: unknown };

  const stateOf = ({ session, token }: Opened) => stage.call<{ seq: number }>(token, `/sessions/${session}/snapshot`);
  const look = async () => {
    const state = await stateOf(opened);
    return { seq: state.seq, delivered: await stage.delivered(opened.session), state };
  };

  beforeAll(async () => {
    stage = await Stage.open();
    opened = await stage.show(...FORM);
    const until = new Date(Date.now() + 60_000).toISOString();
    await stage.send(opened.session, ask('answered'), ask('expired', { until }));
    expect(await stage.post(opened, 'vitrine', answer('answered', true))).toMatchObject({ accepted: 1 });
    stage.pass(61_000);
    // The host may notice at once or at its next look; either way the time is over.
    expect(await stage.post(opened, 'vitrine', answer('expired', true))).toMatchObject({ accepted: 0 });
    view = await stage.view(peer, opened);
    await view.type('Name', 'Ada');
    const hasLapsed = async () => expect(JSON.stringify(await stage.entries(opened.session))).toContain('"op":"lapse"');
    await vi.waitFor(hasLapsed, { timeout: 20_000, interval: 200 });
    before = await look();
  });
  afterAll(() => stage.close());

  const isRefused = (answered: Answer, code: string) => {
    expect(answered.accepted).toBe(0);
    expect(answered.issues.filter(({ severity }) => severity === 'error').map((issue) => issue.code)).toContain(code);
  };

  test.each(FORGERIES)('$what is refused with $code', async ({ code, message, dialect = 'a2ui-0.9' }) => {
    isRefused(await stage.post(opened, dialect, message), code);
    expect(await look()).toEqual(before);
  });

  test('what belongs to another session is refused with VITRINE_CREDENTIAL_PURPOSE', async () => {
    const other = await stage.show(...FORM);
    const forged = { session: other.session, token: opened.token };
    expect(await stage.post(forged, 'a2ui-0.9', press())).toMatchObject({ error: 'VITRINE_CREDENTIAL_PURPOSE' });
    expect(await stage.delivered(other.session)).toEqual([]);
    expect(await look()).toEqual(before);
  });

  test('the person on the page buys as if nothing had happened', async () => {
    await view.slide(1);
    expect(await view.press('Buy')).toMatchObject({ answer: { accepted: 1, issues: [] } });
    expect((await stage.delivered(opened.session)).slice(before.delivered.length)).toEqual([
      press({ timestamp: expect.any(String) }, { ...CONTEXT, name: 'Ada', seats: 3 }),
    ]);
    expect((await stage.judged(opened.session)).at(-1)).toMatchObject({ event: 'action', checked: true });
    expect(await view.button('Reserve').isDisabled()).toBe(true);
    await view.isFine();
  });
});
