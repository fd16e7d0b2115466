import { defineCatalog, defineComponent, Fold, type Json, type Op, required, text } from '@vitrine/core';
import { DIALECT_IDS, type DialectId, dialectById, Intake, type Loss } from '@vitrine/dialects';
import { describe, expect, it } from 'vitest';
import { UiError } from '../errors.ts';
import { ui as ui08 } from './basic-0.8.ts';
import { fn, ui } from './basic-0.9.ts';
import { ui as ui10 } from './basic-1.0.ts';
import { createUi } from './create-ui.ts';
import { each } from './node.ts';
import { knownCatalogs, messages, OpWriter } from './op-writer.ts';
import { components, surface } from './surface.ts';
import { bind, check, event } from './values.ts';

const form = surface('form', {
  root: ui.Column({
    children: [
      ui.Text({ text: fn.formatString({ value: 'Hello ${/name}' }), variant: 'h1' }),
      ui.List({ children: each('/items', ui.Text({ text: bind('title') })) }),
      ui.TextField({
        label: 'Name',
        value: bind('/name'),
        checks: [check(fn.required({ value: bind('/name') }), 'Who?')],
      }),
      ui.Button({ child: ui.Text({ text: 'Go' }), action: event('go', { name: bind('/name') }) }),
    ],
  }),
  data: { name: 'Ann', items: [{ title: 'one' }] },
});
const drafts = {
  '0.8': surface('old', { root: ui08.Column({ children: [ui08.Text({ text: bind('/x') })] }), data: { x: 'y' } }),
  '0.9': form,
  '1.0': surface('new', { root: ui10.Text({ text: '# Hi' }), data: { x: { y: 1 } } }),
};

/** Signals of a harness are read and never written. */
const SPEAKING = DIALECT_IDS.filter((id) => id !== 'open-harness');

/** Read back by a strict reader of the same dialect. */
function readBack(wire: readonly Json[], id: DialectId): Fold {
  const dialect = dialectById(id);
  if (dialect === undefined) throw new Error(id);
  const fold = new Fold({ catalogs: knownCatalogs(), strict: true });
  const intake = new Intake(fold, { dialects: [dialect] });
  for (const message of wire) expect(intake.message(message)).toMatchObject({ ok: true, issues: [] });
  return fold;
}

describe('messages', () => {
  it('[BU9] of 0.9 are what its schema has', () => {
    const [create, components, data] = messages(form, 'a2ui-0.9') as readonly Record<string, Record<string, Json>>[];
    expect(create).toEqual({ version: 'v0.9', createSurface: { surfaceId: 'form', catalogId: form.op.catalog } });
    expect(components?.updateComponents?.components).toContainEqual({
      id: 'root',
      component: 'Column',
      children: ['root.0', 'root.1', 'root.2', 'root.3'],
    });
    expect(data).toMatchObject({ updateDataModel: { surfaceId: 'form', value: { name: 'Ann' } } });
  });

  describe.each(Object.entries(drafts))('of a surface of %s', (_version, draft) => {
    it.each(SPEAKING)('[BU9] are read back without an issue in %s', (id) => {
      const wire = messages(draft, id);
      expect(wire.length).toBeGreaterThan(0);
      expect(readBack(wire, id).surfaces.size).toBeGreaterThan(0);
    });
  });

  it('[BU9] of several surfaces come one after the other', () => {
    const fold = readBack(messages([drafts['1.0'], form], 'a2ui-1.0'), 'a2ui-1.0');
    expect([...fold.surfaces.keys()]).toEqual(['new', 'form']);
  });

  it('[BU9] of a catalog without a protocol are of that catalog in every version', () => {
    const own = defineCatalog({ id: 'urn:own', components: { Note: defineComponent({ note: required(text()) }) } });
    const draft = surface('s', { root: createUi(own).Note({ note: 'x' }) });
    for (const id of ['a2ui-0.8', 'a2ui-0.9', 'a2ui-1.0'] as const)
      expect(JSON.stringify(messages(draft, id))).toContain('"Note"');
  });

  it('[BU10] tell what they lose', () => {
    const lost: Loss[] = [];
    messages(form, 'a2ui-0.8', { lost: (loss) => lost.push(loss) });
    expect(lost.map(({ what }) => what).join(' ')).toContain('checks');
  });

  it('[BU9] of a dialect that nobody knows are refused', () => {
    expect(() => messages(form, 'a2ui-7' as DialectId)).toThrow('There is no dialect "a2ui-7".');
  });
});

describe('a writer of ops', () => {
  const set = (value: string): Op => ({ op: 'set', surface: 'form', path: '/name', value });

  it('[BU13] says every entry as what changed', () => {
    const writer = new OpWriter('a2ui-0.9');
    expect(writer.write([form.op])).toHaveLength(3);
    expect(writer.write([set('Bob')])).toEqual([
      { version: 'v0.9', updateDataModel: { surfaceId: 'form', path: '/name', value: 'Bob' } },
    ]);
    expect(writer.view.surfaces.get('form')?.data.get('/name')).toBe('Bob');
    const put = components(ui.Text({ text: 'Bye' }));
    expect(writer.write([{ op: 'put', surface: 'form', components: put }])).toEqual([
      {
        version: 'v0.9',
        updateComponents: { surfaceId: 'form', components: [{ id: 'root', component: 'Text', text: 'Bye' }] },
      },
    ]);
    expect(writer.write([{ op: 'close', surface: 'form' }])).toEqual([
      { version: 'v0.9', deleteSurface: { surfaceId: 'form' } },
    ]);
  });

  it('[BU13] refuses an entry whole', () => {
    const writer = new OpWriter('a2ui-0.9');
    writer.write([form.op]);
    expect(() => writer.write([set('Bob'), { op: 'put', surface: 'nowhere', components: [] }])).toThrow(UiError);
    expect(writer.view.surfaces.get('form')?.data.get('/name')).toBe('Ann');
  });

  it('[BU13] knows what time it is when it is told', () => {
    const lost: Loss[] = [];
    const writer = new OpWriter('agentchains', {
      now: () => '2026-01-01T00:00:00.000Z',
      lost: (loss) => lost.push(loss),
    });
    const ask: Op = { op: 'ask', ask: 'q', want: { kind: 'confirm' }, prompt: '?', until: '2026-01-01T00:01:00.000Z' };
    expect(JSON.stringify(writer.write([ask]))).toContain('60');
  });
});
