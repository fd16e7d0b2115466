import { readdirSync, readFileSync } from 'node:fs';
import { drawText } from '@vitrine/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { allDialects } from './dialects.ts';
import { EXAMPLES } from './examples.ts';
import { type SessionOptions, WorkbenchSession } from './session.ts';

const folder = new URL('../../examples/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');

function finished(text: string, options: SessionOptions = {}): WorkbenchSession {
  const session = new WorkbenchSession(text, options);
  session.rest();
  return session;
}

function picture(session: WorkbenchSession, id: string): string {
  const surface = session.fold.surfaces.get(id);
  return surface === undefined ? '' : drawText(session.tree(surface));
}

beforeAll(() => allDialects());

describe('the examples', () => {
  it('are those on disk', () => {
    expect(EXAMPLES.map(({ file }) => file).sort()).toEqual(readdirSync(folder).sort());
  });

  it.each(EXAMPLES.filter(({ file }) => file !== 'broken.jsonl'))(
    '$file is accepted whole, strictly too',
    ({ file }) => {
      const session = finished(read(file), { strict: true });
      expect(session.found()).toEqual([]);
      for (const id of session.fold.surfaces.keys()) picture(session, id);
      // Drawing evaluates every binding; what goes wrong there is found too.
      expect(session.found()).toEqual([]);
      expect(session.messages.every(({ ok }) => ok)).toBe(true);
    },
  );

  it('speak the three dialects', () => {
    const spoken = EXAMPLES.flatMap(({ file }) => finished(read(file)).messages.map(({ dialect }) => dialect));
    expect(new Set(spoken)).toEqual(new Set(['a2ui-0.8', 'a2ui-0.9', 'a2ui-1.0', undefined]));
  });

  it('end in what they promise', () => {
    expect(picture(finished(read('booking.jsonl')), 'booking')).toContain(
      'A table for 4 guests on Saturday, 5 December.',
    );
    expect(picture(finished(read('orders.jsonl')), 'orders')).toContain('No. 3  Tiramisù');
    expect(picture(finished(read('restaurants.jsonl')), 'finder')).toContain('[image: Bei Anna]');
    expect(picture(finished(read('journey.jsonl')), 'weather')).toContain('3.3 °C, light snow');
    expect(picture(finished(read('sign-in.json')), 'sign-in')).toContain('Password: [•••]');
  });

  it('broken.jsonl: each fault is said on its line, and what is right stands', () => {
    const session = finished(read('broken.jsonl'));
    const lines = session.found().map(({ issue, step }) => [step?.line, issue.severity, issue.code]);
    expect(lines).toEqual([
      [3, 'warning', 'VITRINE_COMPONENT_UNKNOWN'],
      [4, 'warning', 'VITRINE_PROP_UNKNOWN'],
      [7, 'error', 'VITRINE_POINTER_INDEX'],
      [8, 'error', 'VITRINE_POINTER_RESERVED'],
      [9, 'warning', 'VITRINE_SURFACE_EXISTS'],
      [10, 'warning', 'VITRINE_SURFACE_UNKNOWN'],
      [11, 'error', 'VITRINE_MESSAGE_AMBIGUOUS'],
      [12, 'error', 'VITRINE_MESSAGE_VERSION'],
      [13, 'error', 'VITRINE_DIALECT_UNKNOWN'],
      [15, 'error', 'VITRINE_JSON_MALFORMED'],
    ]);
    expect(picture(session, 'broken')).toContain('• second, still here');
  });
});

describe('a session', () => {
  it('fed step by step ends where it ends when fed at once', () => {
    for (const { file } of EXAMPLES) {
      const slow = new WorkbenchSession(read(file));
      while (!slow.done) slow.step();
      expect(slow.fold.snapshot()).toEqual(finished(read(file)).fold.snapshot());
    }
  });

  it('knows the characters that an issue is about, on a line and in a document', () => {
    const line = finished(read('broken.jsonl'));
    const unknown = line.found().find(({ issue }) => issue.code === 'VITRINE_PROP_UNKNOWN');
    const range = unknown === undefined ? undefined : line.rangeOf(unknown);
    expect(line.text.slice(range?.start, range?.end)).toBe('"red"');
    const text = '[\n {"version": "v0.9",\n  "updateDataModel": {"surfaceId": "none", "value": 1}}\n]';
    const document = finished(text);
    const [found] = document.found();
    const place = found === undefined ? undefined : document.rangeOf(found);
    expect(text.slice(place?.start, place?.end)).toBe('"none"');
  });

  it('adds the rules for whole trees when it is strict, at the end only', () => {
    const text = read('journey.jsonl').split('\n').slice(0, 2).join('\n');
    const session = new WorkbenchSession(text, { strict: true });
    session.step();
    expect(session.found()).toEqual([]);
    session.rest();
    expect(session.found().map(({ issue }) => issue.code)).toContain('VITRINE_TREE_DANGLING');
  });

  it('keeps a remark made while drawing once, until it is cleared', () => {
    const text = [
      '{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}',
      '{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":{"call":"formatNumber","args":{"value":1,"decimals":{"path":"/d"}}}}]}}',
      '{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/d","value":99}}',
    ].join('\n');
    const session = finished(text);
    picture(session, 's');
    picture(session, 's');
    expect(session.found().map(({ issue, step }) => [issue.code, step])).toEqual([
      ['VITRINE_FUNCTION_ARGS', undefined],
    ]);
    session.clearRemarks();
    expect(session.found()).toEqual([]);
  });

  it('of nothing has nothing', () => {
    const session = finished('  \n');
    expect([session.done, session.messages, session.found()]).toEqual([true, [], []]);
  });
});
