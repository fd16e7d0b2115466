// Every form of the example streams of @a2ui/web_core is filled in and every button pressed, as our own client and as other
// viewers would do it, and the host admits it.

import { readFileSync } from 'node:fs';
import {
  boundInputs,
  firstFailure,
  type Json,
  type JsonObject,
  Tree,
  type TreeNode,
  toText,
  type Value,
  type ViewerEvent,
  walkTree,
} from '@vitrine/core/internal';
import { a2ui08, a2ui09, a2ui10 } from '@vitrine/dialects';
import { describe, expect, test } from 'vitest';
import { type AdmitInput, admit } from '../packages/host/src/admission/admit.ts';
import { Player } from './examples/player.ts';
import { readExamples, type Stream } from './examples/streams.ts';

type Action = Extract<ViewerEvent, { event: 'action' }>;
type Write = { readonly surface: string; readonly path: string; readonly value: Json };

const PLACES = [
  { locale: 'en-US', zone: 'UTC' },
  { locale: 'de-DE', zone: 'Asia/Tokyo' },
];

function nodesOf(player: Player): readonly TreeNode[] {
  return [...player.fold.surfaces.values()].flatMap((surface) => [...walkTree(new Tree(surface, player.fold))]);
}

function entryFor(node: TreeNode): Json {
  const takes = node.declaration?.takes;
  switch (takes?.kind) {
    case 'text':
      if (takes.dateWhen !== undefined && node.get(takes.dateWhen.prop) === takes.dateWhen.is) return '2026-05-05';
      return takes.numberWhen !== undefined && node.get(takes.numberWhen.prop) === takes.numberWhen.is
        ? '42'
        : 'a@b.example';
    case 'choice':
      return (node.get(takes.options) as unknown as readonly JsonObject[])
        .slice(0, 1)
        .map(({ value }) => toText(value));
    case 'range':
      return (node.get(takes.max) ?? 100) as number;
    case 'date': {
      const [date, time] = [node.get(takes.date) === true, node.get(takes.time) === true];
      const day =
        toText((takes.min === undefined ? undefined : node.get(takes.min)) as Value).slice(0, 10) || '2026-05-05';
      return !time ? day : date ? `${day}T10:30` : '10:30';
    }
    default:
      return true;
  }
}

/** Fills in everything on the page, which the host does not hear of. */
function fill(page: Player): readonly Write[] {
  return nodesOf(page).flatMap((node) =>
    boundInputs(node).map(({ prop, path }) => {
      const value = entryFor(node);
      expect(node.write(prop, value)).toBeUndefined();
      return { surface: node.place.tree.surface.id, path: `/${path.join('/')}`, value };
    }),
  );
}

function presses(page: Player): readonly { readonly event: Action; readonly blocked: boolean }[] {
  return nodesOf(page).flatMap((node) => {
    const done = node.declaration?.props.action?.kind === 'action' ? node.invoke('action') : undefined;
    if (done?.kind !== 'event') return [];
    const scope = node.scope.segments.length === 0 ? {} : { scope: node.dataPath };
    const { name, context, message } = done;
    const spoken = message === undefined ? {} : { message };
    const surface = node.place.tree.surface.id;
    const event = {
      event: 'action',
      surface,
      source: node.id,
      ...scope,
      name,
      context,
      ...spoken,
      checked: false,
    } as const;
    return [{ event, blocked: firstFailure(node.checks())?.severity === 'error' }];
  });
}

function ask(host: Player, events: readonly ViewerEvent[], more: Partial<AdmitInput>) {
  const now = '2026-01-01T00:00:00Z';
  return admit(host.fold, { events, dialect: 'vitrine', viewer: 'v', mode: 'enforce', now, ...more });
}

/** As a viewer that names no item and leaves out what is not there. */
function asOther({ scope: _, message: _message, ...event }: Action): Action {
  return JSON.parse(JSON.stringify(event)) as Action;
}

/** Streams of older versions, which the package has none of. */
function readFixtures(): readonly Stream[] {
  return ['a2ui-0.8/fixtures/form', 'a2ui-0.8/fixtures/restaurant-list', 'a2ui-0.9/fixtures/booking'].map((title) => {
    const text = readFileSync(new URL(`../packages/dialects/src/${title}.jsonl`, import.meta.url), 'utf8');
    return {
      title,
      messages: text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as JsonObject])),
    };
  });
}

let pressed = 0;
let blockedOnes = 0;
let entered = 0;
let translated = 0;
let forgeries = 0;

/** Stands for an action that a dialect has no words for: no component declares it. */
const INERT = 'vitrine.inert';

describe.each([...readExamples(), ...readFixtures()])('$title', ({ messages }) => {
  for (const place of PLACES) {
    for (const filled of [false, true]) {
      test(`[AD23] every button is admitted ${filled ? 'with the form filled in' : 'as it stands'}, in ${place.locale}`, () => {
        const [host, page] = [new Player({ locale: 'fr-FR' }), new Player(place)];
        for (const player of [host, page]) player.play(messages);
        const writes = filled ? fill(page) : [];
        entered += writes.length;
        const models = [...page.fold.surfaces].map(([id, surface]) => [id, surface.data.snapshot()] as const);
        const sync: ViewerEvent = { event: 'sync', surfaces: Object.fromEntries(models) };
        for (const { event, blocked } of presses(page)) {
          pressed++;
          const other = { ...place, dialect: 'a2ui-0.9' };
          const answers = [
            ask(host, [event], { ...place, writes }),
            ask(host, [sync, asOther(event)], other),
            ask(host, [asOther(event)], other),
          ];
          const codes = answers.flatMap((answer) => (answer.ok ? [] : answer.issues.map(({ code }) => code)));
          if (blocked) blockedOnes++;
          expect(codes.filter((code) => !blocked || code !== 'VITRINE_EVENT_CHECK')).toEqual([]);
          if (blocked) continue;
          for (const answer of answers.slice(0, 2)) {
            const last = answer.ok ? answer.value.body.at(-1) : undefined;
            expect(last).toMatchObject({ context: event.context, checked: true });
          }
        }
      });
    }
  }
});

describe.each(readExamples())('$title', ({ messages }) => {
  test('[AD2] no value that an action tells can be another one', () => {
    const [host, page] = [new Player(), new Player()];
    for (const player of [host, page]) player.play(messages);
    for (const { event } of presses(page).filter(({ blocked }) => !blocked)) {
      for (const key of Object.keys(event.context)) {
        for (const value of ['forged', -12345, [event.context[key] as Json], { forged: true }]) {
          const forged = { ...event, context: { ...event.context, [key]: value } };
          const answer = ask(host, [forged], { locale: 'en-US', zone: 'UTC' });
          // What was typed unseen only the page knows.
          const isSecret = answer.ok && answer.value.secrets.some(({ path }) => path[2] === key);
          expect([key, value, answer.ok && !isSecret]).toEqual([key, value, false]);
          forgeries++;
        }
      }
    }
  });
});

const OTHERS = [a2ui08, a2ui09, a2ui10];

function joined(host: Player, dialect: (typeof OTHERS)[number]): Player {
  const page = new Player();
  page.play(dialect.join(host.fold).wire as readonly JsonObject[]);
  return page;
}

describe.each([...readExamples(), ...readFixtures()])('$title, seen in another dialect', ({ messages }) => {
  test.each(OTHERS)('[AD24] every button is admitted from a viewer of $id', (dialect) => {
    const host = new Player();
    host.play(messages);
    for (const filled of [false, true]) {
      const page = joined(host, dialect);
      if (filled) fill(page);
      for (const { event, blocked } of presses(page)) {
        if (event.name === INERT) continue;
        const answer = ask(host, [asOther(event)], { dialect: dialect.id });
        const codes = answer.ok ? [] : answer.issues.map(({ code, at, message }) => `${code} ${at} ${message}`);
        // 0.8 has no word for checks: what the page lets pass, the host may not.
        const mayFail = blocked || dialect === a2ui08;
        expect(codes.filter((code) => !mayFail || !code.startsWith('VITRINE_EVENT_CHECK'))).toEqual([]);
        translated++;
      }
    }
  });
});

test('[AD23] there were buttons to press and fields to fill in', () => {
  expect(pressed).toBeGreaterThan(250);
  expect(entered).toBeGreaterThan(80);
  expect(forgeries).toBeGreaterThan(60);
  expect(translated).toBeGreaterThan(250);
  expect(blockedOnes).toBeLessThan(pressed / 10);
});
