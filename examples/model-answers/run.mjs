// Three model clients, one road: the same question goes through each adapter to a scripted model, whose first answer is
// broken in a way that can be mended and wrong in a way that cannot. Exits with 0 only if the second answer is right, the
// mending was told, and the interface stands as it should.

import assert from 'node:assert/strict';
import { askModel } from '@vitrine/agent';
import { Catalogs, drawText, Fold, Tree } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { aiSdk, anthropicMessages, chatCompletions } from './adapters.mjs';
import { scriptedAiSdk, scriptedAnthropic, scriptedChatCompletions } from './scripted-clients.mjs';

const FIRST = `Here is your card.
<a2ui-json>[
  {"version": "v0.9", "createSurface": {"surfaceId": "card", "catalogId": "${basic09.id}"}},
  {"version": "v0.9", "updateComponents": {"surfaceId": "card", "components": [
    {"id": "root", "component": "Card", "child": "column"},
    {"id": "column", "component": "Column", "children": ["title", "more"],},
  ]}},
  {"version": "v0.9", "updateComponents": {"surfaceId": "card", "components": [
    {"id": "title", "component": "Heading", "text": "Your booking"}
  ]}}
]</a2ui-json>`;

const SECOND = `<a2ui-json>[
  {"version": "v0.9", "updateComponents": {"surfaceId": "card", "components": [
    {"id": "title", "component": "Text", "text": "Your booking", "variant": "h2"},
    {"id": "more", "component": "Text", "text": "Two nights, breakfast included."}
  ]}}
]</a2ui-json>`;

const QUESTION = [
  { role: 'system', content: 'Answer with A2UI between <a2ui-json> tags.' },
  { role: 'user', content: 'Show me my booking.' },
];

const chat = scriptedChatCompletions([FIRST, SECOND]);
const anthropic = scriptedAnthropic([FIRST, SECOND]);
const sdk = scriptedAiSdk([FIRST, SECOND]);
const models = [
  ['chat completions', chatCompletions(chat.client, 'any-model'), chat.asked],
  ['Anthropic messages', anthropicMessages(anthropic.client, 'any-model'), anthropic.asked],
  ['AI SDK', aiSdk(sdk.streamText, 'any-model'), sdk.asked],
];

for (const [name, model, asked] of models) {
  const fold = new Fold({ strict: true, catalogs: new Catalogs([basic09]) });
  const seen = [];
  const answer = await askModel(model, QUESTION, {
    fold,
    signal: AbortSignal.timeout(60_000),
    onPart: ({ part }, attempt) => seen.push(`${attempt} ${part}`),
  });

  assert.equal(answer.ok, true, JSON.stringify(answer.issues));
  assert.equal(answer.attempts, 2);
  assert.equal(answer.messages.length, 3);
  assert.ok(answer.repairs.length >= 2 && answer.repairs.every((repair) => repair.kind === 'trailing-comma'));
  assert.ok(seen.indexOf('1 refused') > seen.indexOf('1 message'));
  const correction = asked[1].at(-1);
  assert.equal(correction.role, 'user');
  assert.match(correction.content, /VALIDATION_FAILED.*\/components\/0\/component/);
  const [surface] = fold.surfaces.values();
  const picture = drawText(new Tree(surface, fold));
  assert.match(picture, /Your booking/);
  assert.match(picture, /Two nights/);
  console.log(`${name}: ${answer.attempts} attempts, ${answer.repairs.length} repairs\n${picture}`);
}

// A client that fails is never a right answer, even behind a whole message and where it throws nothing itself.
const WHOLE = `<a2ui-json>[{"version": "v0.9", "createSurface": {"surfaceId": "card", "catalogId": "${basic09.id}"}}]</a2ui-json>`;
for (const fails of ['error', 'cut', 'silence']) {
  const failing = [
    ['chat completions', chatCompletions(scriptedChatCompletions([WHOLE], fails).client, 'any-model')],
    ['Anthropic messages', anthropicMessages(scriptedAnthropic([WHOLE], fails).client, 'any-model')],
    ['AI SDK', aiSdk(scriptedAiSdk([WHOLE], fails).streamText, 'any-model')],
  ];
  for (const [name, model] of failing) {
    const asked = askModel(model, QUESTION, { signal: AbortSignal.timeout(60_000) });
    await assert.rejects(asked, /overloaded|did not finish/, `${name}, ${fails}`);
  }
}
console.log('clients that fail: told each time');
