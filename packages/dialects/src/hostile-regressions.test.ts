// What mutated messages once broke, each as a small input that did.

import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { drawText, type Json, type JsonObject, type Place, quote, Tree } from '@vitrine/core/internal';
import { describe, expect, it } from 'vitest';
import { createFold } from '../test/fixtures.ts';
import { Door } from '../test/hostile-door.ts';
import { deepMark, INFINITE, spell } from '../test/mutation/nasty.ts';
import { Reading } from '../test/reading.ts';
import { a2ui08 } from './a2ui-0.8/codec.ts';
import { a2ui09 } from './a2ui-0.9/codec.ts';
import { a2ui10 } from './a2ui-1.0/codec.ts';
import { DIALECTS } from './detect.ts';
import { Intake } from './intake.ts';
import { vitrine } from './vitrine/codec.ts';

const raw = (message: Json): { readonly text: string } => ({ text: spell(JSON.stringify(message)) });
const entry = (...body: readonly Json[]): JsonObject => ({ vitrine: 1, body });
const open = { op: 'open', surface: 's', catalog: basic10.id, protocol: '1.0' };
const put = (...components: readonly Json[]): JsonObject => ({ op: 'put', surface: 's', components });
const box = (id: string, ...children: readonly string[]): Json => ({ id, type: 'Column', props: { children } });
const text = (id: string, value: Json): Json => ({ id, type: 'Text', props: { text: value } });
const update = (...components: readonly Json[]): Json => ({
  version: 'v0.9',
  updateComponents: { surfaceId: 's', components },
});
const create09 = { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: basic09.id } };

describe('what is accepted can be kept', () => {
  it('[HI4] styles that are as deep as they may be are read back', () => {
    const door = new Door(a2ui08, []);
    const styles = { deep: deepMark('O', 50) };
    door.accepts(raw({ beginRendering: { surfaceId: 's', root: 'root', catalogId: basic08.id, styles } }));
  });

  it('[HI4] what an opening holds is judged also where the surface is there already', () => {
    const door = new Door(vitrine, [entry({ ...open, data: { a: 1 } })]);
    for (const data of [deepMark('L', 150), { n: INFINITE }, { t: '\ud800' }]) {
      expect(door.send(raw(entry({ ...open, data })))[0]).toMatch(
        /^(LIMIT_DEPTH|JSON_NUMBER|JSON_TEXT) \/body\/0\/data/,
      );
      expect(door.send(raw(entry({ ...open, implicit: true, data }, { op: 'turn', state: 'done' })))).toHaveLength(1);
    }
    const flat = new Door(a2ui09, [create09]);
    const theme = { agentDisplayName: 'x', deep: deepMark('L', 150) };
    const told = flat.send(raw({ version: 'v0.9', createSurface: { ...create09.createSurface, theme } }));
    expect(told).toEqual([
      expect.stringMatching(/^LIMIT_DEPTH \/createSurface\/theme\/deep/),
      '~SURFACE_EXISTS /createSurface/surfaceId',
    ]);
  });

  it('[HI4] a value that is only for an empty place is judged also where the place is taken', () => {
    const door = new Door(vitrine, [entry({ ...open, data: { a: 1 } })]);
    const set = { op: 'set', surface: 's', path: '/a', ifAbsent: true };
    door.refuses(raw(entry({ ...set, value: INFINITE })), 'JSON_NUMBER /body/0/value');
    expect(door.send(raw(entry({ ...set, value: deepMark('L', 150) })))[0]).toMatch(/^LIMIT_DEPTH \/body\/0\/value\/0/);
    door.accepts(entry({ ...set, value: { fine: true } }));
  });

  it('[HI14] names of surfaces and calls that nobody knows are judged all the same', () => {
    const half = 'x\ud800';
    new Door(a2ui08, []).refuses({ deleteSurface: { surfaceId: half } }, 'JSON_TEXT /deleteSurface/surfaceId');
    const door = new Door(a2ui10, []);
    const response = { functionCallId: half, value: 1 };
    door.refuses(
      { version: 'v1.0', agentFunctionResponse: response },
      'JSON_TEXT /agentFunctionResponse/functionCallId',
    );
  });

  it('[HI14] what is cut off a report ends in a whole character', () => {
    for (const dialect of [a2ui08, a2ui09]) {
      const viewer = new Reading(dialect, 'viewer');
      for (let length = 440; length < 500; length++) {
        const more = `${'x'.repeat(length)}${'\u{1f600}'.repeat(40)}`;
        const error = dialect === a2ui08 ? { more } : { code: 'X', message: 'm', surfaceId: 's', more };
        const { entry: kept } = viewer.send(dialect === a2ui08 ? { error } : { version: 'v0.9', error });
        expect(JSON.stringify(kept)).not.toMatch(/\\ud[89a-f]/);
      }
    }
  });
});

describe('the tree', () => {
  it('[HI5] follows what came after an entry that was taken back', () => {
    const fold = createFold();
    const intake = new Intake(fold, { dialects: DIALECTS });
    intake.message(entry(open, put(box('root', 'later'))));
    const surface = fold.surfaces.get('s');
    if (surface === undefined) throw new Error('The surface was not opened.');
    const tree = new Tree(surface, fold);
    const child = (): string | undefined => {
      const places = (tree.root?.get('children') ?? []) as readonly Place[];
      return places[0]?.node.state;
    };
    expect(child()).toBe('pending');
    expect(intake.message(entry(put(box('root')), { op: 'close', surface: 's' }, put(box('root')))).ok).toBe(false);
    intake.message(entry(put(text('later', 'x'))));
    expect(child()).toBe('resolved');
  });

  it('[HI5] is drawn where an agent sent something else than options, tabs and variants', () => {
    const odd: readonly Json[] = [null, 7, 'x', [], { toString: 1, valueOf: 2 }];
    for (const value of odd) {
      const door = new Door(vitrine, [entry(open)]);
      const components = [
        box('root', 'a', 'b', 'c'),
        { id: 'a', type: 'ChoicePicker', props: { value: [value], options: [value, { label: value, value }] } },
        { id: 'b', type: 'Tabs', props: { tabs: [value, { title: value, child: value }] } },
        { id: 'c', type: 'Text', props: { text: 'Here', variant: value } },
      ];
      door.send(entry(put(...(components as readonly Json[]))));
      const surface = door.fold.surfaces.get('s');
      expect(surface === undefined ? '' : drawText(new Tree(surface, door.fold))).toContain('Here');
    }
  });
});

describe('pointers and sentences', () => {
  it('[HI2] the part of an entry that is at fault is the one that is named', () => {
    const door = new Door(vitrine, [entry(open)]);
    door.accepts(
      entry(put(text('a', 'x')), put(text('b', 'x'), text('c', 3))),
      '~PROP_TYPE /body/1/components/1/props/text',
    );
    door.refuses(
      entry(put(text('a', 'y')), { op: 'set', surface: 'gone', path: '/a', value: 1 }),
      'SURFACE_UNKNOWN /body/1/surface',
    );
  });

  it('[HI2] conditions, events, members beside a binding, wrapped types and themes are pointed at', () => {
    const door = new Door(a2ui09, [create09]);
    const at = '/updateComponents/components/0';
    const field = (checks: Json): Json => update({ id: 'a', component: 'TextField', label: 'x', checks });
    door.accepts(field([{ condition: { call: 'none' }, message: 'm' }]), `~FUNCTION_UNKNOWN ${at}/checks/0/condition`);
    const button = (action: Json): Json => update({ id: 'a', component: 'Button', child: 'b', action });
    door.accepts(button({ event: { name: 5 } }), `~PROP_TYPE ${at}/action/event`);
    door.accepts(button({ name: 'go', context: [] }), `~PROP_TYPE ${at}/action`, `~PROP_TYPE ${at}/action/context`);
    const shows = (value: Json): Json => update({ id: 'a', component: 'Text', text: value });
    door.refuses(raw(shows({ path: '/a', more: { n: INFINITE } })), `JSON_NUMBER ${at}/text/more/n`);
    door.refuses(raw(shows({ call: 'not', args: {}, more: [INFINITE] })), `JSON_NUMBER ${at}/text/more/0`);
    const wrapped = update({ id: 'a', component: { Text: { text: 7 } } });
    door.accepts(wrapped, `~COMPONENT_SHAPE ${at}`, `~PROP_TYPE ${at}/component/Text/text`);
    const many = new Door(vitrine, [entry(open)]);
    const reveal = { op: 'reveal', surface: 's', root: 'root', theme: { deep: deepMark('O', 60) } };
    expect(many.send(raw(entry(reveal)))[0]).toMatch(/^LIMIT_DEPTH \/body\/0\/theme\/deep\/a/);
  });

  it('[HI2] what 1.0 writes differently is pointed at as it is written', () => {
    const create = { version: 'v1.0', createSurface: { surfaceId: 's', catalogId: basic10.id } };
    const door = new Door(a2ui10, [create]);
    const at = '/updateComponents/components/0';
    const shows = (props: JsonObject): Json => ({
      version: 'v1.0',
      updateComponents: { surfaceId: 's', components: [{ id: 'a', ...props }] },
    });
    door.refuses(
      raw(shows({ component: 'Text', text: { path: INFINITE } })),
      `~BINDING_INVALID ${at}/text`,
      `JSON_NUMBER ${at}/text/path`,
    );
    const go = { event: { name: 'go', userMessage: 7 } };
    door.accepts(shows({ component: 'Button', child: 'b', action: go }), `~PROP_TYPE ${at}/action/event/userMessage`);
    const response = { functionCallId: 'c', value: { n: INFINITE } };
    door.refuses(
      raw({ version: 'v1.0', agentFunctionResponse: response }),
      'JSON_NUMBER /agentFunctionResponse/value/n',
    );
  });

  it('[HI2] an issue that is about the whole line or message points at the whole', () => {
    const intake = new Intake(createFold({ limits: 'openclaw' }), { dialects: DIALECTS });
    const lines = ['{', '{}', '7', 'x'.repeat(2_000_000)];
    expect(lines.flatMap((line) => intake.push(`${line}\n`)).map(({ issues }) => issues.map(({ at }) => at))).toEqual(
      lines.map(() => ['']),
    );
  });

  it('[HI2] untrusted text in a sentence stays on its line and turns nothing round', () => {
    expect(quote('a\u2028b\u202ec\u0085d\u007fe')).toBe('"a\\u2028b\\u202ec\\u0085d\\u007fe"');
    const intake = new Intake(createFold(), { dialects: DIALECTS });
    for (const line of ['\u202e{', '{"a":\u2028\u0007}', '["\ud83d\ude00" x', 'x\u0085y']) {
      const [receipt] = intake.push(`${line}\n`);
      expect(receipt?.issues[0]?.message).toMatch(/^This is not valid JSON: [^\p{Cc}\p{Cs}\u2028-\u202e]+\.$/u);
    }
  });

  it('[HI10] a message that is too deep to be walked is not given back', () => {
    const intake = new Intake(createFold(), { dialects: DIALECTS });
    const deep = spell(JSON.stringify(deepMark('L', 100_000)));
    const documents = [
      deep,
      `{"version":"v0.9","deleteSurface":{"surfaceId":"s"},"x":${deep}}`,
      `{"version":"v0.9","createSurface":${deep}}`,
    ];
    for (const document of documents) {
      for (const { ok, wire } of intake.document(document)) expect([ok, wire]).toEqual([false, undefined]);
    }
    const [typed] = intake.document(`{"dataModelUpdate":{"surfaceId":"s","x":1,"contents":[${nestedMaps(95)}]}}`);
    expect(typed?.ok).toBe(true);
  });
});

/** Typed contents so many levels deep, which is about twice as many on the wire. */
function nestedMaps(depth: number): string {
  return `${'{"key":"a","valueMap":['.repeat(depth)}{"key":"a","valueNumber":1}${']}'.repeat(depth)}`;
}
