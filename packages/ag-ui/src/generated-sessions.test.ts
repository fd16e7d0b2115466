// Sessions that nobody wrote: an agent that does something else in each turn, in whichever dialect, and the published clients, which
// take every stream of it without a word on the console. VITRINE_GENERATED says how many sessions.

import type { HttpAgent } from '@ag-ui/client';
import type { JsonObject } from '@vitrine/core';
import { expect, it, vi } from 'vitest';
import { booking, CLIENTS_OF_ALL_FORMATS, done, ops, Stage, say } from '../test/stage.ts';

const COUNT = Number(process.env.VITRINE_GENERATED ?? 24);
const text = (value: string) => ({ literalString: value });

/** One of what an agent may do, by chance. */
const ACTS: readonly ((random: () => number) => readonly JsonObject[])[] = [
  (random) => [say(`Words ${random()} “é” 😀 \u2028`)],
  (random) => booking(`s${Math.floor(random() * 3)}`, `Name ${random()}`),
  (random) => [{ version: 'v0.9', updateDataModel: { surfaceId: 's0', path: '/title', value: String(random()) } }],
  (random) => [{ version: 'v0.9', deleteSurface: { surfaceId: `s${Math.floor(random() * 3)}` } }],
  (random) => [
    {
      surfaceUpdate: {
        surfaceId: 'old',
        components: [{ id: 'root', component: { Text: { text: text(`Old ${random()}`) } } }],
      },
    },
    { beginRendering: { surfaceId: 'old', root: 'root' } },
  ],
  (random) => [
    {
      version: 'v1.0',
      createSurface: {
        ...{
          surfaceId: `n${Math.floor(random() * 3)}`,
          catalogId: 'https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json',
        },
        components: [{ id: 'root', component: 'Text', text: `New ${random()}` }],
      },
    },
  ],
  (random) => [
    ops({ op: 'task', task: `t${Math.floor(random() * 4)}`, message: random() < 0.5 ? 'Working' : `Step ${random()}` }),
  ],
  (random) => [ops({ op: 'task', task: `t${Math.floor(random() * 4)}`, done: true })],
  () => [ops({ op: 'effect', effect: { kind: 'toast', text: 'Saved' } })],
  (random) => [
    ops({ op: 'ask', ask: `q${random()}`, prompt: 'Go on?', want: { kind: random() < 0.5 ? 'confirm' : 'text' } }),
  ],
  (random) => [
    ops({
      op: 'ask',
      ask: `q${random()}`,
      prompt: 'Which?',
      until: '2999-01-01T00:00:00.000Z',
      want: { kind: 'select', options: [{ value: 1, label: 'One' }] },
    }),
  ],
];

it(`[GU4] ${COUNT} generated sessions of three runs each are taken by the published clients without an error or a warning`, {
  timeout: 600_000,
}, async () => {
  const spoken = (['warn', 'error'] as const).map((level) => vi.spyOn(console, level));
  const stage = await Stage.open({ limits: { threadsPerMinute: 1_000_000, drawMs: 5, askMs: 5 } });
  const random = mulberry(Number(process.env.VITRINE_SEED ?? 5) || 5);
  await stage.agent(async (event, send) => {
    if (!['say', 'answer'].includes(String(event.event))) return;
    const acts = Array.from({ length: Math.floor(random() * 5) }, () => ACTS[Math.floor(random() * ACTS.length)]);
    for (const act of acts) await send(...(act?.(random) ?? [])).catch(() => undefined);
    await send(random() < 0.1 ? done('failed') : done());
  });
  let interrupts = 0;
  for (let n = 0; n < COUNT; n++) {
    const [, create] = CLIENTS_OF_ALL_FORMATS[n % CLIENTS_OF_ALL_FORMATS.length] ?? CLIENTS_OF_ALL_FORMATS[0];
    const agent = create(`${stage.url}/ag-ui/bot`, `t${n}`);
    for (let turn = 0; turn < 3; turn++) interrupts += await run(agent, `${n} ${turn}`);
    const again = create(`${stage.url}/ag-ui/agent/bot/connect`, `t${n}`);
    await again.runAgent();
    expect(again.messages.filter(({ role }) => role === 'user').length).toBeGreaterThan(0);
  }
  expect(interrupts).toBeGreaterThan(0);
  expect(spoken.flatMap((spy) => spy.mock.calls)).toEqual([]);
  for (const spy of spoken) spy.mockRestore();
});

/** A run; where the one before ended with questions, their answers. */
async function run(agent: HttpAgent, id: string): Promise<number> {
  const { pendingInterrupts = [] } = agent as unknown as { pendingInterrupts?: readonly { id: string }[] };
  const open = pendingInterrupts.map(({ id: interruptId }) => ({ interruptId, status: 'cancelled' as const }));
  if (open.length === 0) agent.addMessage({ id, role: 'user', content: `go ${id}` });
  // An agent that says that it failed is told as RUN_ERROR, which rejects nothing.
  await agent.runAgent(open.length === 0 ? {} : { resume: open });
  return open.length;
}

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
