// A catalog of one's own, served by the real command line: an agent shows a rating, people with viewers of A2UI 0.8 and 0.9 see
// its fallback and what is lost with it, one gives stars and sends them, and the agent reads them. Exits with 0 only if all of
// that holds. How our own page draws it is a browser test (apps/playground/test/own-catalog.browser.ts).

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { bind, connectAgent, createUi, event, messages, surface } from '@vitrine/agent';
import { Catalogs } from '@vitrine/core';
import { allCatalogs } from '@vitrine/core/catalogs/all';
import { convert, dialectById } from '@vitrine/dialects';
import { startHost } from '../processes.mjs';
import { catalog } from './rating.js';

const FILE = fileURLToPath(new URL('rating.js', import.meta.url));
const host = await startHost(['--catalog', FILE]);

const ui = createUi(catalog);
const stay = surface('stay', {
  root: ui.Column({
    children: [
      ui.Rating({ label: 'How was your stay?', value: bind('/stars') }, { id: 'rating' }),
      ui.Button({ child: ui.Text({ text: 'Send' }), action: event('rate', { stars: bind('/stars') }) }, { id: 'send' }),
    ],
  }),
  data: { stars: 0 },
});

const agent = connectAgent({ url: host.url, key: host.key });
const rated = new Promise((resolve) => agent.on('action', ({ event: pressed }) => resolve(pressed)));
const session = await agent.open({ title: 'A stay' });
await session.show(stay);

/** What a viewer of another make gets: the messages of its stream until it has caught up. */
async function stream(dialect) {
  const answer = await fetch(`${host.url}/sessions/${session.id}/stream?dialect=${dialect}`, {
    headers: { authorization: `Bearer ${(await session.newViewer()).token}` },
  });
  let text = '';
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes('event: ready')) break;
  }
  return text;
}

for (const dialect of ['a2ui-0.8', 'a2ui-0.9']) {
  const seen = await stream(dialect);
  assert.match(seen, /Slider/);
  assert.match(seen, /How was your stay\?/);
  assert.doesNotMatch(seen, /"Rating"/);
  // The same with what is lost: convert is the road that viewers' messages take.
  const catalogs = new Catalogs([...allCatalogs, catalog]);
  const { losses } = convert(messages(stay, 'a2ui-1.0'), dialectById(dialect), { catalogs });
  assert.ok(losses.some(({ what }) => what === 'stars are shown as a slider'));
}

// A person with a viewer of A2UI 0.9 moves the slider that stands for the stars, and sends.
const { token } = await session.newViewer();
async function act(stars) {
  const answer = await fetch(`${host.url}/sessions/${session.id}/events?dialect=a2ui-0.9`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      version: 'v0.9',
      action: {
        ...{ name: 'rate', surfaceId: 'stay', sourceComponentId: 'send' },
        ...{ timestamp: new Date().toISOString(), context: { stars } },
      },
    }),
  });
  return answer.json();
}
const refused = await act(9);
assert.equal(refused.accepted, 0, 'nine stars of five are refused');
assert.equal((await act(4)).accepted, 1);
assert.deepEqual((await rated).context, { stars: 4 });

agent.close();
console.log('own-catalog: four stars were given through the fallback, and the losses are listed.');
process.exit(0);
