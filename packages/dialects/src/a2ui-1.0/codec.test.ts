import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import type { Json, JsonObject, OpenOp } from '@vitrine/core/internal';
import { describe, expect, it } from 'vitest';
import { describeFixtures } from '../../test/fixtures.ts';
import { publishedExamples } from '../../test/published.ts';
import { deep, Reading } from '../../test/reading.ts';
import { a2ui10 } from './codec.ts';

describeFixtures(a2ui10, new URL('./fixtures/', import.meta.url));

const version = 'v1.0';

function create(more: JsonObject = {}): Json {
  return { version, createSurface: { surfaceId: 's', catalogId: basic10.id, ...more } };
}

function components(...list: readonly Json[]): Json {
  return { version, updateComponents: { surfaceId: 's', components: list } };
}

function data(more: JsonObject): Json {
  return { version, updateDataModel: { surfaceId: 's', ...more } };
}

function opened(options: ConstructorParameters<typeof Reading>[2] = {}): Reading {
  const reading = new Reading(a2ui10, 'agent', options);
  reading.accept(create());
  return reading;
}

describe('messages of 1.0', () => {
  it('[DC1] createSurface opens a surface with all that it brings, in one op', () => {
    const body = new Reading(a2ui10, 'agent', { strict: true }).accept(
      create({
        sendDataModel: true,
        components: [{ id: 'root', component: 'Text', text: { '@path': '/a' } }],
        dataModel: { a: 1 },
        metadata: { extensions: { vendor: { x: 1 } } },
      }),
    );
    expect(body).toEqual([
      {
        op: 'open',
        surface: 's',
        protocol: '1.0',
        catalog: basic10.id,
        sync: true,
        components: [{ id: 'root', type: 'Text', props: { text: { path: '/a' } } }],
        data: { a: 1 },
        ext: { extensions: { vendor: { x: 1 } } },
      },
    ]);
  });

  it('[DC1] the catalog may be left out, and a bad part refuses the whole surface', () => {
    const reading = new Reading(a2ui10);
    const text = { id: 'root', component: 'Text', text: 'x' };
    expect(reading.accept({ version, createSurface: { surfaceId: 'bare' } })).toEqual([
      { op: 'open', surface: 'bare', protocol: '1.0' },
    ]);
    reading.refuse(
      { version, createSurface: { surfaceId: 's', components: [text] } },
      'CATALOG_MISSING /createSurface/components/0',
    );
    reading.refuse(create({ catalogId: 7 }), 'MESSAGE_SHAPE /createSurface/catalogId');
    reading.refuse(create({ dataModel: [1] }), 'MESSAGE_SHAPE /createSurface/dataModel');
    reading.refuse(create({ dataModel: { n: Number('1e400') } }), 'JSON_NUMBER /createSurface/dataModel/n');
    reading.refuse(create({ components: 'x' }), 'MESSAGE_SHAPE /createSurface/components');
    reading.refuse(create({ components: [text, { id: 'x' }] }), 'COMPONENT_SHAPE /createSurface/components/1');
    reading.mend(create({ theme: {} }), 'MESSAGE_FIELD_UNKNOWN /createSurface/theme');
  });

  it('[DC19] nothing about extensions refuses a surface or a component: what could not be told again is left out', () => {
    const at = '/createSurface/metadata';
    const surface = (metadata: Json, ...issues: readonly string[]): unknown => {
      const [op] = new Reading(a2ui10, 'agent').mend(
        { version, createSurface: { surfaceId: 's', catalogId: basic10.id, metadata } },
        ...issues,
      );
      return (op as OpenOp).ext;
    };
    expect(surface({ owner: 'me' }, `MESSAGE_FIELD_UNKNOWN ${at}`)).toEqual({ extensions: {} });
    expect(surface({ extensions: { 'a:b': 1, v: { x: 1 }, a2ui_z: 2 } }, `MESSAGE_SHAPE ${at}`)).toEqual({
      extensions: { v: { x: 1 }, a2ui_z: 2 },
    });
    for (const odd of [5, 'x', null, [1]]) expect(surface(odd, `MESSAGE_SHAPE ${at}`)).toBeUndefined();
    expect(surface({ extensions: 'x' }, `MESSAGE_SHAPE ${at}`)).toBeUndefined();
    const deep = (levels: number): Json => (levels === 0 ? 1 : [deep(levels - 1)]);
    for (const [code, extensions] of [
      ['NAME_RESERVED', JSON.parse('{"w":{"__proto__":1},"v":1}')],
      ['NAME_RESERVED', JSON.parse('{"__proto__":{"x":1},"v":1}')],
      ['JSON_NUMBER', { w: [Number('1e400')], v: 1 }],
      ['LIMIT_DEPTH', { w: deep(100), v: 1 }],
      ['JSON_TEXT', { w: '\ud800', v: 1 }],
    ] as const)
      expect(surface({ extensions }, `${code} ${at}`)).toEqual({ extensions: { v: 1 } });
  });

  it('[DC2] updateComponents reads catalogs, extensions and accessibility of components', () => {
    const component = {
      id: 'root',
      component: 'Text',
      catalogId: basic10.id,
      text: { '@call': 'formatString', args: { value: 'x' } },
      accessibility: { label: { '@path': '/l' }, live: 'polite' },
      metadata: { extensions: { v: 1 } },
      weight: 1,
    };
    expect(opened({ strict: true }).accept(components(component))).toMatchObject([
      {
        op: 'put',
        components: [
          {
            catalog: basic10.id,
            props: { text: { call: 'formatString', args: { value: 'x' } } },
            a11y: { label: { path: '/l' }, live: 'polite' },
            ext: { extensions: { v: 1 } },
            weight: 1,
          },
        ],
      },
    ]);
    opened().refuse(
      components({ ...component, catalogId: 5 }),
      'MESSAGE_SHAPE /updateComponents/components/0/catalogId',
    );
  });

  it('[DC2] nothing may be a Surface, and an empty list is mended', () => {
    const reading = opened();
    const surface = { id: 'root', component: 'Surface', child: 'root' };
    reading.refuse(components(surface), 'COMPONENT_SHAPE /updateComponents/components/0/component');
    reading.refuse(
      { version, createSurface: { surfaceId: 't', catalogId: basic10.id, components: [surface] } },
      'COMPONENT_SHAPE /createSurface/components/0/component',
    );
    reading.mend(components(), 'MESSAGE_SHAPE /updateComponents/components');
    expect([...reading.fold.surfaces.keys()]).toEqual(['s']);
  });

  it('[DC2] an issue of a property points into the message', () => {
    opened().mend(
      components({ id: 'root', component: 'Text', text: 3 }),
      'PROP_TYPE /updateComponents/components/0/text',
    );
    const call = { id: 'root', component: 'Text', text: { '@call': 'none' } };
    opened().mend(components(call), 'FUNCTION_UNKNOWN /updateComponents/components/0/text');
  });

  it('[DC3] updateDataModel needs a value; null deletes', () => {
    const reading = opened();
    reading.accept(data({ value: { a: 1, b: { c: 2 } } }));
    expect(reading.accept(data({ path: '/b/c', value: null }))).toEqual([{ op: 'unset', surface: 's', path: '/b/c' }]);
    expect(reading.data('s')).toEqual({ a: 1, b: {} });
    reading.refuse(data({ path: '/a' }), 'MESSAGE_FIELD_MISSING /updateDataModel');
    reading.accept(data({ path: '/a', value: { '@path': '/x' } }));
    expect(reading.data('s')).toEqual({ a: { '@path': '/x' }, b: {} });
  });

  it('[DC4] deleteSurface closes a surface', () => {
    const reading = opened();
    reading.accept({ version, deleteSurface: { surfaceId: 's' } });
    reading.refuse(data({ value: {} }), 'SURFACE_UNKNOWN /updateDataModel/surfaceId');
  });

  it('[DC5] messages of the draft are read with a warning, other versions refused', () => {
    const reading = opened();
    const draft = 'v0.10';
    reading.mend(
      { version: draft, updateDataModel: { surfaceId: 's', path: '/a', value: 1 } },
      'MESSAGE_VERSION /version',
    );
    reading.mend(
      { version: draft, updateDataModel: { surfaceId: 's', path: '/a' } },
      'MESSAGE_VERSION /version',
      'MESSAGE_FIELD_MISSING /updateDataModel',
    );
    expect(reading.data('s')).toEqual({});
    reading.refuse({ version: 'v2.0', deleteSurface: { surfaceId: 's' } }, 'MESSAGE_VERSION /version');
    reading.mend({ deleteSurface: { surfaceId: 's' } }, 'MESSAGE_VERSION /version');
    opened({ strict: true }).refuse({ version: draft, deleteSurface: { surfaceId: 's' } }, 'MESSAGE_VERSION /version');
  });

  it('[DC5] it is told from its version, and from the keys that only it has', () => {
    expect(a2ui10.recognizes({ version, createSurface: {} })).toBe(true);
    expect(a2ui10.recognizes({ version: 'v0.10' })).toBe(true);
    expect(a2ui10.recognizes({ callRendererFunction: {} })).toBe(true);
    expect(a2ui10.recognizes({ createSurface: {} })).toBe(false);
    expect(a2ui10.recognizes({ version: 'v0.9', createSurface: {} })).toBe(false);
    expect(a2ui10.recognizes(null)).toBe(false);
  });

  it('[DC11] none or two payloads, those of other versions and of viewers refuse the message', () => {
    const reading = opened();
    reading.refuse({ version }, 'MESSAGE_EMPTY');
    reading.refuse(
      { version, deleteSurface: { surfaceId: 's' }, createSurface: { surfaceId: 't' } },
      'MESSAGE_AMBIGUOUS',
    );
    reading.refuse({ version, deleteSurface: { surfaceId: 's' }, surfaceUpdate: {} }, 'MESSAGE_AMBIGUOUS');
    reading.refuse({ version, beginRendering: { surfaceId: 's' } }, 'MESSAGE_EMPTY');
    reading.refuse({ version, action: {} }, 'MESSAGE_DIRECTION');
    reading.refuse({ version, rendererFunctionResponse: {} }, 'MESSAGE_DIRECTION');
    reading.refuse({ version, createSurface: { surfaceId: 12345 } }, 'MESSAGE_SHAPE /createSurface/surfaceId');
    for (const wire of [null, 3, 'x', []] as Json[]) reading.refuse(wire, 'MESSAGE_SHAPE');
  });

  it('[DC12] callRendererFunction is a call that waits for its answer', () => {
    const reading = new Reading(a2ui10);
    const call = (callFunction: Json): Json => ({
      version,
      callRendererFunction: { functionCallId: 'c1', callFunction },
    });
    const op = { op: 'call', call: 'c1', name: 'play', catalog: 'media', args: { id: 'v', path: '/x' } };
    expect(reading.accept(call({ '@call': 'play', catalogId: 'media', args: { id: 'v', path: '/x' } }))).toEqual([op]);
    expect(reading.accept(call({ call: 'play', catalogId: 'media' }))).toEqual([{ ...op, args: {} }]);
    expect([...reading.fold.calls.keys()]).toEqual(['c1']);
    const at = '/callRendererFunction/callFunction';
    reading.refuse({ version, callRendererFunction: { functionCallId: 'c' } }, `MESSAGE_FIELD_MISSING ${at}`);
    reading.refuse(call('play'), `MESSAGE_SHAPE ${at}`);
    reading.refuse(call({ call: 'play' }), `MESSAGE_FIELD_MISSING ${at}/catalogId`);
    reading.refuse(call({ call: 'play', catalogId: 3 }), `MESSAGE_SHAPE ${at}/catalogId`);
    reading.refuse(call({ catalogId: 'media' }), `MESSAGE_FIELD_MISSING ${at}/call`);
    reading.refuse(call({ call: 'play', catalogId: 'media', args: [] }), `MESSAGE_SHAPE ${at}/args`);
    reading.refuse(
      call({ call: 'play', catalogId: 'media', args: { a: { '@path': '/x' } } }),
      `BINDING_INVALID ${at}/args`,
    );
    expect(reading.send(call({ call: 'play', catalogId: 'media', args: { a: deep(100_000) } })).ok).toBe(false);
    reading.refuse(
      { version, callRendererFunction: { functionCallId: '__proto__', callFunction: { call: 'f', catalogId: 'c' } } },
      'NAME_RESERVED /callRendererFunction',
    );
  });

  it('[DC13] agentFunctionResponse has a value or an error, and null is a value', () => {
    const reading = new Reading(a2ui10);
    const answer = (more: JsonObject): Json => ({ version, agentFunctionResponse: { functionCallId: 'c1', ...more } });
    expect(reading.accept(answer({ value: null }))).toEqual([{ op: 'return', call: 'c1', value: null }]);
    expect(reading.accept(answer({ value: { a: 1 } }))).toEqual([{ op: 'return', call: 'c1', value: { a: 1 } }]);
    const error = { code: 'E', message: 'failed' };
    expect(reading.accept(answer({ error }))).toEqual([{ op: 'return', call: 'c1', error }]);
    const at = '/agentFunctionResponse';
    reading.refuse(answer({}), `MESSAGE_SHAPE ${at}`);
    reading.refuse(answer({ value: 3, error }), `MESSAGE_SHAPE ${at}`);
    reading.refuse(answer({ error: 'E' }), `MESSAGE_SHAPE ${at}/error`);
    reading.refuse(answer({ error: { code: 'E' } }), `MESSAGE_FIELD_MISSING ${at}/error/message`);
    reading.refuse({ version, agentFunctionResponse: { value: 1 } }, `MESSAGE_FIELD_MISSING ${at}/functionCallId`);
    expect(reading.send(answer({ value: deep(100_000) })).ok).toBe(false);
  });

  it.each(publishedExamples('v1_0'))(
    '[DC2] the published example $file is accepted whole, strictly',
    ({ messages }) => {
      const reading = new Reading(a2ui10, 'agent', { strict: true });
      for (const message of messages) expect(reading.send(message).issues).toEqual([]);
    },
  );
});
