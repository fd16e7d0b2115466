import type { JsonObject } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { vitrine09 } from '@vitrine/core/catalogs/vitrine';
import { beforeAll, describe, expect, it } from 'vitest';
import { allDialects } from '../page/dialects.ts';
import { basicContent } from './entries/basic-content.ts';
import { FAMILIES } from './families.ts';
import { Replay } from './replay.ts';

const entries = FAMILIES.flatMap((family) => family.entries.map((entry) => ({ family: family.title, ...entry })));

function issuesOf(entry: (typeof entries)[number], colour?: string): string[] {
  const issues: string[] = [];
  new Replay(entry, { colour, report: ({ code, message }) => issues.push(`${code} ${message}`) }).rest();
  return issues;
}

beforeAll(() => allDialects());

describe('the entries of the gallery', () => {
  it('begin with a family that needs no other dialect than the page begins with', () => {
    const [first] = FAMILIES;
    expect(first).toBe(basicContent);
    const messages = (first?.entries ?? []).flatMap((entry) => entry.messages ?? [{}]);
    expect(new Set(messages.map((message) => (message as JsonObject).version))).toEqual(new Set(['v0.9']));
  });

  it('have a title of their own in their group', () => {
    const names = entries.map(({ family, group, title }) => `${family}/${group}/${title}`);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it('are accepted without an issue, unless they are there to be bad', () => {
    for (const entry of entries) if (entry.family !== 'Bad input') expect(issuesOf(entry), entry.title).toEqual([]);
  });

  it('are accepted with a colour of the agent as well', () => {
    for (const entry of entries)
      if (entry.family !== 'Bad input') expect(issuesOf(entry, '#ffff00'), entry.title).toEqual([]);
  });

  it('show something once they are fed', () => {
    for (const entry of entries) {
      const replay = new Replay(entry);
      expect(replay.length, entry.title).toBeGreaterThan(0);
      replay.rest();
      expect(replay.fold.surfaces.size, entry.title).toBeGreaterThan(0);
    }
  });

  it('have every component of the catalogs among them', () => {
    const shown = new Set<string>();
    for (const entry of entries) {
      const replay = new Replay(entry);
      replay.rest();
      for (const { catalog, components } of Object.values(replay.fold.snapshot().surfaces))
        for (const { type } of components) shown.add(`${catalog} ${type}`);
    }
    for (const catalog of new Replay({ group: '', title: '' }).fold.catalogs) {
      if (catalog.id.includes('minimal')) continue;
      for (const name of catalog.components.keys()) {
        // Of 0.8, 1.0 and generation 2 only what differs has an entry of its own, and so it is with an extension.
        const isOwn = catalog === vitrine09 && !basic09.components.has(name);
        if (isOwn || /v0_9|agentchains|spec\/v1\//.test(catalog.id)) expect(shown).toContain(`${catalog.id} ${name}`);
      }
    }
  });
});

describe('a replay', () => {
  const [first] = entries;
  it('feeds one message a step', () => {
    const replay = new Replay(first as (typeof entries)[number]);
    expect([replay.fed, replay.done]).toEqual([0, false]);
    replay.step();
    expect(replay.fed).toBe(1);
    replay.rest();
    expect([replay.fed, replay.done]).toEqual([replay.length, true]);
    replay.step();
    expect(replay.fed).toBe(replay.length);
  });

  it('takes an answer and a cancelled task as a host would', () => {
    const asks = entries.find(({ group }) => group === 'Asks');
    const replay = new Replay(asks as (typeof entries)[number]);
    replay.rest();
    replay.take({ event: 'answer', ask: 'question', value: 'main' });
    expect(replay.fold.asks.size).toBe(0);
    const tasks = new Replay(entries.find(({ group }) => group === 'Tasks') as (typeof entries)[number]);
    tasks.rest();
    tasks.take({ event: 'cancel', task: 'copy' });
    expect([...tasks.fold.tasks.keys()]).toEqual(['think', 'read']);
  });

  it('reads a time from now', () => {
    const replay = new Replay(entries.find(({ title }) => title.includes('deadline')) as (typeof entries)[number]);
    replay.rest();
    const [ask] = replay.fold.asks.values();
    expect(Date.parse(ask?.until ?? '')).toBeGreaterThan(Date.now() + 100_000);
  });
});
