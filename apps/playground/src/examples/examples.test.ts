import { drawText, Fold, isObject, type Json, type JsonObject, Tree } from '@vitrine/core/internal';
import { DIALECTS, Intake } from '@vitrine/dialects';
import { describe, expect, it } from 'vitest';
import { pageCatalogs } from '../page/catalogs.ts';
import { EXAMPLES } from './all.ts';
import type { ExampleVersion } from './example.ts';

const VERSIONS: readonly ExampleVersion[] = ['0.9', '1.0'];
const cases = EXAMPLES.flatMap((example) => VERSIONS.map((version) => ({ id: example.id, example, version })));

function strictFold(): { readonly fold: Fold; readonly feed: (messages: readonly Json[]) => string[] } {
  const found: string[] = [];
  const report = ({ code, at, message }: { code: string; at?: string; message: string }) =>
    void found.push(`${code} ${at} ${message}`);
  const fold = new Fold({ catalogs: pageCatalogs(), strict: true, report });
  const intake = new Intake(fold, { dialects: DIALECTS });
  return {
    fold,
    feed(messages) {
      for (const message of messages) for (const issue of intake.message(message).issues) report(issue);
      return [...found, ...fold.topology().map(({ code, message }) => `${code} ${message}`)];
    },
  };
}

/** The events of all actions of a surface, by name. */
function eventsIn(components: readonly JsonObject[]): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const { action } of components)
    if (isObject(action) && isObject(action.event))
      found.set(String(action.event.name), isObject(action.event.context) ? action.event.context : {});
  return found;
}

function componentsOf(messages: readonly JsonObject[]): readonly JsonObject[] {
  return messages.flatMap(({ updateComponents }) =>
    isObject(updateComponents) ? (updateComponents.components as readonly JsonObject[]) : [],
  );
}

/** A path of an item is that of the first one, in whichever list it is. */
function absolute(path: string): string {
  return path.startsWith('/') ? path : `/rows/0/${path}`;
}

describe('the examples', () => {
  it('are thirty, each with a name and a sentence of its own', () => {
    expect(EXAMPLES).toHaveLength(30);
    for (const of of ['id', 'title', 'note'] as const) expect(new Set(EXAMPLES.map((one) => one[of])).size).toBe(30);
  });

  it.each(cases)('$id is valid in A2UI $version by a strict reader', ({ example, version }) => {
    expect(strictFold().feed(example.messages(version))).toEqual([]);
  });

  it.each(cases)('$id shows the same words in A2UI $version as in the other', ({ example, version }) => {
    const drawn = VERSIONS.map((one) => {
      const { fold, feed } = strictFold();
      // Fields of 0.9 have no placeholder.
      feed(
        JSON.parse(JSON.stringify(example.messages(one)), (key, value) => (key === 'placeholder' ? undefined : value)),
      );
      const [surface] = fold.surfaces.values();
      return drawText(new Tree(surface as never, fold))
        .replace(/^[\s#]+|[=_-]{2,}/gm, '')
        .match(/[\p{L}\p{N}]+/gu);
    });
    expect(drawn[0], version).toEqual(drawn[1]);
  });

  it.each(cases)('$id answers each of its actions in A2UI $version, to be seen', ({ example, version }) => {
    const messages = example.messages(version);
    const events = eventsIn(componentsOf(messages));
    expect([...events.keys()].sort()).toEqual([...example.actions].sort());
    expect(events.size).toBeGreaterThan(0);
    for (const [name, context] of events) {
      const { fold, feed } = strictFold();
      feed(messages);
      const surface = fold.surfaces.get(example.id);
      const read = (value: Json): Json =>
        isObject(value) ? (surface?.data.get(absolute(String(value.path))) ?? '') : value;
      const sent = Object.fromEntries(Object.entries(context).map(([key, value]) => [key, read(value)]));
      const before = JSON.stringify(fold.snapshot().surfaces[example.id]?.data);
      expect(feed(example.reply(name, sent, version) ?? []), name).toEqual([]);
      expect(JSON.stringify(fold.snapshot().surfaces[example.id]?.data), name).not.toBe(before);
    }
  });
});
