// Whoever is asked can answer: where no surface answers an interrupt, because it was taken away, has no button, broke off or
// is not trusted, the host asks itself, and says why.

import {
  ALL_1,
  button1,
  button2,
  CREATE,
  envelope,
  envelope2,
  form2,
  payload1,
  payload2,
  put,
  REMOVE,
  text2,
} from './documents.ts';
import type { Scenario } from './ledger.ts';
import { type Body, baseOf, type Major, type Wop, type WopRun } from './wop.ts';

function formOf(major: Major, more: object = {}): Body {
  return major === 1
    ? envelope(ALL_1, { nodeId: 'gate', ...more })
    : envelope2(form2('gate'), { nodeId: 'gate', ...more });
}
const TAINT = { type: 'node.completed', nodeId: 'mcp', contentTrust: 'untrusted' };

async function asksOf(wop: Wop, session: string): Promise<readonly Body[]> {
  return Object.values((await wop.get(`/sessions/${session}/snapshot`)).body.asks);
}

async function prompts({ wop, session }: WopRun): Promise<readonly string[]> {
  return (await asksOf(wop, session)).map(({ prompt }) => prompt);
}

/** As the page does. */
async function answer(run: WopRun, value: unknown): Promise<Body> {
  const { wop, session } = run;
  const [first] = await asksOf(wop, session);
  const ask = first?.ask ?? 'none';
  const key = await run.viewerToken();
  const message = { vitrine: 1, body: [{ event: 'answer', ask, value }] };
  return (await wop.call('POST', `/sessions/${session}/events?dialect=vitrine`, message, { key })).body;
}

async function shown(wop: Wop, major: Major): Promise<WopRun> {
  const run = await wop.run(major);
  await run.gate();
  await run.emit(formOf(major));
  return run;
}

function withoutSurface(major: Major): Scenario {
  return {
    name: `a person is asked where no surface asks, major ${major}`,
    assertions: 7,
    async run(hosts, check) {
      const wop = await hosts.at('production');
      const run = await shown(wop, major);
      check.equal('a form asks by itself', await prompts(run), []);
      await run.emit(major === 1 ? envelope({ ...ALL_1, surface: { components: [] } }, { nodeId: 'gate' }) : removed());
      check.equal('it was taken away', await prompts(run), ['Let it pass?']);
      const words = await wop.run(major);
      await words.gate();
      await words.emit(
        major === 1
          ? envelope(payload1({ component: 'text', text: 'Words' }), { nodeId: 'gate' })
          : envelope2(payload2('gate', CREATE, put(text2('root'))), { nodeId: 'gate' }),
      );
      check.equal('it is words alone', await prompts(words), ['Let it pass?']);
      const other = await wop.run(major);
      await other.gate();
      await other.emit(
        major === 1
          ? envelope(payload1(button1('later')), { nodeId: 'gate' })
          : envelope2(payload2('gate', CREATE, put(...rooted('later'))), { nodeId: 'gate' }),
      );
      check.equal('its button is no answer', await prompts(other), ['Let it pass?']);
      const part = await wop.run(major);
      await part.gate();
      await part.emit(formOf(major, { partial: true }));
      check.equal('it is not whole yet', await prompts(part), ['Let it pass?']);
      const waits = await wop.run(major);
      await waits.gate();
      const { body: fork } = await waits.post(':fork', { mode: 'replay', fromSeq: 1 });
      check.equal('a fork from before does not wait', await asksOf(wop, fork.session), []);
      await waits.post('/events', { type: 'node.started', nodeId: 'n' });
      const { body: later } = await waits.post(':fork', { mode: 'replay', fromSeq: 2 });
      check.equal('one from behind it asks', (await asksOf(wop, later.session)).length, 1);
    },
  };
}

const removed = (): Body => envelope2(payload2('gate', REMOVE), { nodeId: 'gate' });
const rooted = (id: string): readonly object[] => [{ id: 'root', component: 'Column', children: [id] }, ...button2(id)];

function withReason(major: Major): Scenario {
  return {
    name: `a person is told why the host asks, major ${major}`,
    assertions: 8,
    async run(hosts, check) {
      const wop = await hosts.at('production');
      const asked = await wop.run(major);
      await asked.gate();
      check.equal('without a reason at first', await prompts(asked), ['Let it pass?']);
      await asked.post('/events', TAINT);
      const [reworded = ''] = await prompts(asked);
      check.holds('an open question gets its new words', /not trusted.*Let it pass/.test(reworded), reworded);
      const run = await shown(wop, major);
      await run.post('/events', TAINT);
      const [reason = ''] = await prompts(run);
      check.holds('the run consumed something behind the surface', /not trusted/.test(reason), reason);
      check.equal('where the surface approves nothing', (await run.press('gate', 'accept')).status, 403);
      check.equal('the answer does', (await answer(run, true)).accepted, 1);
      const unsure = await wop.run(major);
      await unsure.post('/events', TAINT);
      await unsure.gate('gate', { kind: 'low-confidence', data: { title: 'Sure?' } });
      check.holds('a doubt is asked of as well', /not trusted.*Sure/.test((await prompts(unsure))[0] ?? ''));
      await answer(unsure, true);
      check.equal('and answered', await unsure.status(), 'running');
      const strict = await (await hosts.at('nobody')).run(major);
      await strict.gate();
      await strict.post('/events', TAINT);
      check.equal('where nobody may answer nobody is asked', await prompts(strict), []);
    },
  };
}

function offered(major: Major): Scenario {
  return {
    name: `a person is offered what an approval takes, major ${major}`,
    assertions: 4,
    async run(hosts, check) {
      const run = await (await hosts.at('production')).run(major);
      await run.gate('gate', { data: { title: 'How?', actions: ['refine', 'reject', 'ask'] } });
      const [ask] = await asksOf(run.wop, run.session);
      const values = ask?.want.options?.map(({ value }: Body) => value);
      check.equal('those that end it', [ask?.want.kind, values], ['select', ['refine', 'reject']]);
      check.equal('nothing else', (await answer(run, 'accept')).accepted, 0);
      check.equal('one of them', (await answer(run, 'refine')).accepted, 1);
      const last = (await run.events()).at(-1);
      check.equal('is what resumes', last?.payload.resumeValue?.action, 'refine');
    },
  };
}

function broken(major: Major): Scenario {
  return {
    name: `what comes after a stream has died, major ${major}`,
    assertions: 7,
    async run(hosts, check) {
      const wop = await hosts.at('production');
      const run = await wop.run(major);
      await run.gate('gate', { timeoutMs: 60_000 });
      await run.post('/events', TAINT);
      const first = formOf(major, { partial: { isPartial: true, index: 0, total: 2 } });
      await run.emit(first);
      const calm = await wop.run(major);
      await calm.gate();
      const chunk = formOf(major, { partial: { isPartial: true, index: 0, total: 2 } });
      await calm.emit(chunk);
      wop.pass(31_000);
      const { events } = (await calm.get('/events/poll?timeout=5&afterSequence=2')).body;
      check.equal('it is told', events[0]?.type, 'vitrine.surface-broken-off');
      const [prompt = ''] = await prompts(calm);
      check.holds('a person is asked, with the reason', /broke off.*Let it pass/.test(prompt), prompt);
      const payload = major === 1 ? chunk.payload : payload2('gate', put(text2('more')));
      const late = await calm.emit({ ...chunk, payload, partial: { isPartial: false, index: 1, total: 2 } });
      const now = JSON.stringify((await calm.surfaces()).gate);
      const isWhole = late.body.status === 'accepted';
      check.equal('a late chunk leaves no whole surface that calls itself broken', now.includes('broke off'), !isWhole);
      check.equal('what is pressed agrees', (await calm.press('gate', 'accept')).status, isWhole ? 200 : 400);
      const anew = await wop.run(major);
      await anew.gate();
      await anew.emit(formOf(major, { partial: true }));
      wop.pass(31_000);
      await anew.get('/events/poll?timeout=5&afterSequence=2');
      if (major === 2) await anew.emit(removed());
      await anew.emit(formOf(major));
      check.equal('sent anew it can be pressed', (await anew.press('gate', 'accept')).status, 200);
      const path = `${baseOf(major)}/runs/${encodeURIComponent(run.id)}/events/poll?timeout=5`;
      const told = (await wop.get(`${path}&afterSequence=4`)).body.events;
      check.holds('the deadline of another run came too', told.length > 0, told);
      const derived = (await run.events()).filter(({ type }) => type.startsWith('vitrine.') && !type.includes('a2ui'));
      check.equal(
        'in a tainted run nothing that time brings is trusted',
        derived.map(({ type, contentTrust }) => [type, contentTrust]),
        [
          ['vitrine.surface-broken-off', 'untrusted'],
          ['vitrine.interrupt-expired', 'untrusted'],
        ],
      );
    },
  };
}

export const QUESTIONS: readonly Scenario[] = ([1, 2] as const).flatMap((major) =>
  [withoutSurface, withReason, offered, broken].map((of) => of(major)),
);
