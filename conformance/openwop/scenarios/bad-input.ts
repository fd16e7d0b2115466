// What schemas let through and no host should: each is refused by name, leaves nothing, and the run lives.

import { button1, button2, CREATE, envelope, envelope2, form2, payload1, payload2, put, text2 } from './documents.ts';
import type { Scenario } from './ledger.ts';
import type { Answer, Body, Major, WopRun } from './wop.ts';
import { SECRETS } from './world.ts';

const SECRET = SECRETS[0].value;
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const row = (id: string, ...children: readonly string[]): object => ({ id, component: 'Row', children });
const card = (id: string, child: string): object => ({ id, component: 'Card', child });
const field = (id: string): object => ({ component: 'field.text', id, label: 'L' });
const opened = (...messages: readonly { readonly [name: string]: object }[]): Body =>
  payload2('bad', CREATE, ...messages);

type Bad = readonly [name: string, payload: Body, reason: string, finding: RegExp];

const IMAGE = '![x](https://elsewhere.example/p.png)';

const BAD_1: readonly Bad[] = [
  ['a Markdown image in a text', payload1({ component: 'text', text: IMAGE }), 'envelope_invalid', /TEXT_IMAGE/],
  ['one in a label', payload1({ component: 'field.text', id: 'a', label: IMAGE }), 'envelope_invalid', /TEXT_IMAGE/],
  [
    '100,000 components',
    payload1(...times(100_000, (i) => ({ component: 'text', text: `${i}` }))),
    'envelope_invalid',
    /LIMIT_/,
  ],
  ['an id that stands twice', payload1(field('a'), field('a')), 'envelope_invalid', /COMPONENT_DUPLICATE/],
  ['the id __proto__', payload1(field('__proto__')), 'envelope_invalid', /NAME_RESERVED/],
  [
    'a text of two million letters',
    payload1({ component: 'text', text: 'x'.repeat(2_000_000) }),
    'envelope_invalid',
    /LIMIT_TEXT/,
  ],
  ['a secret in an id', payload1(field(SECRET)), 'envelope_invalid', /NAME_SECRET/],
  [
    'a secret in the value of an option',
    payload1({ component: 'field.select', id: 's', label: 'S', options: [{ value: SECRET, label: 'x' }] }),
    'envelope_invalid',
    /NAME_SECRET/,
  ],
  [
    'an unknown catalog version',
    { ...payload1(field('a')), catalogVersion: '1.0' },
    'unknown_schema_version',
    /MESSAGE_VERSION/,
  ],
];

const WIDE = [
  put(row('root', ...times(256, () => 'a'))),
  put(row('a', ...times(256, () => 'b'))),
  put(row('b', ...times(256, () => 'c'))),
  put(text2('c')),
];
const BAD_2: readonly Bad[] = [
  ['a Markdown image in a text', opened(put(text2('root', IMAGE))), 'envelope_invalid', /TEXT_IMAGE/],
  ['one in the data', opened({ updateDataModel: { path: '/x', value: IMAGE } }), 'envelope_invalid', /TEXT_IMAGE/],
  ['100,000 components', opened(put(...times(100_000, (i) => text2(`c${i}`)))), 'envelope_invalid', /./],
  [
    '64 times 512 components',
    payload2('bad', ...times(64, (i) => put(...times(512, (j) => text2(`c${i}-${j}`))))),
    'envelope_invalid',
    /./,
  ],
  [
    'a creation and 63 times 512 components',
    opened(...times(63, (i) => put(...times(512, (j) => text2(`c${i}-${j}`))))),
    'envelope_invalid',
    /LIMIT_/,
  ],
  ['an expansion to 16.7 million nodes', opened(...WIDE), 'envelope_invalid', /LIMIT_NODES/],
  ['two roots', opened(put(text2('root'), row('root'))), 'envelope_invalid', /COMPONENT_DUPLICATE/],
  [
    'an id that stands twice',
    opened(put(card('root', 'a'), text2('a'), text2('a'))),
    'envelope_invalid',
    /COMPONENT_DUPLICATE/,
  ],
  ['the id __proto__', opened(put(text2('__proto__'))), 'envelope_invalid', /NAME_RESERVED/],
  ['a cycle', opened(put(card('root', 'a'), card('a', 'b'), card('b', 'a'))), 'envelope_invalid', /TREE_CYCLE/],
  ['a dangling child', opened(put(row('root', 'gone'))), 'envelope_invalid', /TREE_DANGLING/],
  ['a secret in an id', opened(put(card('root', SECRET), text2(SECRET))), 'envelope_invalid', /NAME_SECRET/],
  [
    'a secret in the value of an option',
    opened(
      put({ id: 'root', component: 'ChoicePicker', options: [{ label: 'x', value: SECRET }], value: { path: '/x' } }),
    ),
    'envelope_invalid',
    /NAME_SECRET/,
  ],
  ['a reserved path', opened({ updateDataModel: { path: '/__proto__/x', value: 1 } }), 'envelope_invalid', /RESERVED/],
];

const OF: {
  readonly [major in Major]: { bad: readonly Bad[]; wrap: (payload: Body, more?: object) => Body; good: () => Body };
} = {
  1: { bad: BAD_1, wrap: envelope, good: () => envelope(payload1(button1('accept')), { nodeId: 'gate' }) },
  2: { bad: BAD_2, wrap: envelope2, good: () => envelope2(form2('gate'), { nodeId: 'gate' }) },
};
const reasonOf = ({ body }: Answer): string => body.reason ?? body.error;

function payloads(major: Major): Scenario {
  const { bad, wrap, good } = OF[major];
  return {
    name: `bad payloads, major ${major}`,
    assertions: 3 * bad.length + 3,
    async run(hosts, check) {
      const wop = await hosts.at('production');
      const run = await wop.run(major);
      await run.gate();
      const before = await run.events();
      for (const [name, payload, reason, finding] of bad) {
        const answer = await run.emit(wrap(payload));
        const said = JSON.stringify(answer.body);
        check.equal(`${name}: the reason`, reasonOf(answer), reason);
        check.holds(`${name}: by name`, finding.test(said), said);
        check.holds(`${name}: no secret is told`, !said.includes(SECRET), said);
      }
      check.equal('nothing is recorded', await run.events(), before);
      check.equal('the run is alive', (await run.emit(good())).body.status, 'accepted');
      check.equal('and can be answered', (await run.press('gate', 'accept')).status, 200);
    },
  };
}

/** What only looks like an image is letters (also in a browser: conformance/openwop/invariants.browser.ts). */
function markdown(major: Major): Scenario {
  const words = 'Wow! [1](https://elsewhere.example) \\![x](y)';
  return {
    name: `Markdown images in text, major ${major}`,
    assertions: 2,
    async run(hosts, check) {
      const run = await (await hosts.at('production')).run(major);
      const payload = major === 1 ? payload1({ component: 'text', text: words }) : opened(put(text2('root', words)));
      const { body } = await run.emit(OF[major].wrap(payload));
      check.equal('a link behind a mark is a text like any other', body.status, 'accepted');
      const types = JSON.stringify(await run.surfaces());
      check.holds('and no image', types.includes('Wow! [1]') && !/"(?:Image|image)"/.test(types), types);
    },
  };
}

async function afterEach(run: WopRun): Promise<readonly unknown[]> {
  return [await run.status(), (await run.get('/interrupts/gate')).body.state];
}
const ALIVE = ['waiting-approval', 'open'];

function calls(major: Major): Scenario {
  const { wrap, good } = OF[major];
  return {
    name: `bad calls, major ${major}`,
    assertions: 13,
    async run(hosts, check) {
      const wop = await hosts.at('production');
      const run = await wop.run(major);
      await run.gate();
      const sent = good();
      await run.emit(sent);
      const named = ({ status, body }: Answer): readonly unknown[] => [status, body.error];
      const higher = await run.emit(wrap(sent.payload, { schemaVersion: 99 }));
      check.equal('an unknown higher version', reasonOf(higher), 'unknown_schema_version');
      const other = await run.emit({
        ...sent,
        payload: major === 1 ? payload1(field('x')) : opened(put(...button2('root'))),
      });
      check.equal('a re-emission with another payload', reasonOf(other), 'envelope_correlation_conflict');
      check.equal('a foreign node', named(await run.resume({ action: 'accept' }, 'foreign')), [404, 'not_found']);
      check.equal('no such action', named(await run.resume({ action: 'approve-all' })), [400, 'validation_error']);
      check.equal('no envelope', named(await run.post('/envelopes', {})), [400, 'validation_error']);
      check.equal('no JSON object', named(await run.post('/envelopes', [])), [400, 'validation_error']);
      check.equal('no key', (await wop.call('GET', run.path, undefined, { key: null })).status, 401);
      check.equal('no such run', named(await wop.get(`${run.path}x`)), [404, 'not_found']);
      check.equal('the run is as it was', await afterEach(run), ALIVE);
      check.equal('it is resolved once', (await run.resume({ action: 'accept' })).status, 200);
      const again = await run.resume({ action: 'accept' });
      check.equal('and not again', named(again), [409, 'interrupt_already_resolved']);
      await run.gate('later', { timeoutMs: 1000 });
      wop.pass(2000);
      check.equal('nor when its time is over', named(await run.resume({ action: 'accept' }, 'later')), [
        410,
        'interrupt_expired',
      ]);
      check.equal('the run completes', (await run.post('/complete')).body.status, 'completed');
    },
  };
}

export const BAD_INPUT: readonly Scenario[] = ([1, 2] as const).flatMap((major) => [
  payloads(major),
  markdown(major),
  calls(major),
]);
