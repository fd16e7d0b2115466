import type { Json, ViewerEvent } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { createFold } from '../../test/fixtures.ts';
import { createSchemaCheck } from '../../test/published.ts';
import { deep, Reading } from '../../test/reading.ts';
import { a2ui08 } from '../a2ui-0.8/codec.ts';
import { a2ui09 } from '../a2ui-0.9/codec.ts';
import { a2ui10 } from './codec.ts';

const AT = '2026-03-04T05:06:07.000Z';
const version = 'v1.0';
const fold = createFold();
const check = createSchemaCheck('v1_0', 'renderer_to_agent.json');

const action = {
  name: 'submit',
  surfaceId: 'main',
  sourceComponentId: 'b',
  timestamp: '2026-04-27T17:05:00.000Z',
  context: { email: 'ada@example.com' },
  userMessage: 'Send it',
};
const event: ViewerEvent = {
  event: 'action',
  surface: 'main',
  source: 'b',
  name: 'submit',
  context: action.context,
  message: 'Send it',
  at: action.timestamp,
  checked: false,
};
const callEvent: ViewerEvent = { event: 'call', surface: 's', call: 'c1', name: 'required', args: { value: 'x' } };

function viewer(strict = false): Reading {
  return new Reading(a2ui10, 'viewer', { strict });
}

function issueEvent(more: object, about: object = { surface: 's' }): ViewerEvent {
  const issue = { code: 'VITRINE_PROP_TYPE', severity: 'error', fault: 'agent', message: 'm.', ...more };
  return { event: 'issue', issue, ...about } as ViewerEvent;
}

describe('viewers of 1.0', () => {
  it('[DC14] an action carries words for people', () => {
    expect(viewer(true).accept({ version, action })).toEqual([event]);
    viewer().refuse({ version, action: { ...action, userMessage: 5 } }, 'MESSAGE_SHAPE /action/userMessage');
  });

  it('[DC19] an action carries its extensions to an agent of 1.0, and who speaks another version is told of the loss', () => {
    const metadata = { extensions: { v: { x: 1 } } };
    const [read] = viewer(true).accept({ version, action: { ...action, metadata } });
    expect(read).toEqual({ ...event, ext: metadata });
    const { fold } = viewer();
    expect(a2ui10.encodeEvent(read as ViewerEvent, fold, AT)).toEqual({
      wire: [{ version, action: { ...action, metadata } }],
      losses: [],
    });
    for (const other of [a2ui08, a2ui09]) {
      const { wire, losses } = other.encodeEvent(read as ViewerEvent, fold, AT);
      expect(JSON.stringify(wire)).not.toContain('extensions');
      expect(losses.map(({ what }) => what)).toContain(`${other.id} has no field for the extensions of an action`);
    }
    viewer().mend({ version, action: { ...action, metadata: { owner: 1 } } }, 'MESSAGE_FIELD_UNKNOWN /action/metadata');
  });

  it('[DC19] nothing about the extensions of an action refuses it: what cannot be kept is left out', () => {
    for (const [code, extensions] of [
      ['NAME_RESERVED', JSON.parse('{"w":{"__proto__":1},"v":1}')],
      ['JSON_NUMBER', { w: [Number('1e400')], v: 1 }],
      ['LIMIT_DEPTH', { w: deep(150), v: 1 }],
      ['JSON_TEXT', { w: '\ud800', v: 1 }],
      ['MESSAGE_SHAPE', { 'a-b': 1, v: 1 }],
    ] as const) {
      const wire = { version, action: { ...action, metadata: { extensions } } };
      expect(viewer().mend(wire, `${code} /action/metadata`)).toEqual([{ ...event, ext: { extensions: { v: 1 } } }]);
    }
    for (const odd of [5, null, [1]])
      expect(
        viewer().mend({ version, action: { ...action, metadata: odd } }, 'MESSAGE_SHAPE /action/metadata'),
      ).toEqual([event]);
  });

  it('[DC14] callAgentFunction is a call, with or without its catalog', () => {
    const callFunction = { '@call': 'required', args: { value: 'x' } };
    const call = { surfaceId: 's', functionCallId: 'c1', callFunction };
    expect(viewer(true).accept({ version, callAgentFunction: call })).toEqual([callEvent]);
    const named = { ...call, callFunction: { call: 'required', args: { value: 'x' }, catalogId: 'k' } };
    expect(viewer(true).accept({ version, callAgentFunction: named })).toEqual([{ ...callEvent, catalog: 'k' }]);
    const { surfaceId: _gone, ...homeless } = call;
    viewer().refuse({ version, callAgentFunction: homeless }, 'MESSAGE_FIELD_MISSING /callAgentFunction/surfaceId');
    viewer().refuse(
      { version, callAgentFunction: { ...call, callFunction: {} } },
      'MESSAGE_FIELD_MISSING /callAgentFunction/callFunction/call',
    );
  });

  it('[DC14] rendererFunctionResponse answers a call, and so does an error that names one', () => {
    const reading = viewer();
    const ask = (): void => {
      const callFunction = { call: 'f', catalogId: 'k' };
      const wire = { version, callRendererFunction: { functionCallId: 'c1', callFunction } };
      const decoded = a2ui10.decode(wire, reading.fold, 'agent');
      if (decoded.ok) reading.fold.accept(decoded.value);
      expect(reading.fold.calls.size).toBe(1);
    };
    ask();
    expect(reading.accept({ version, rendererFunctionResponse: { functionCallId: 'c1', value: 3 } })).toEqual([
      { event: 'return', call: 'c1', value: 3 },
    ]);
    expect(reading.fold.calls.size).toBe(0);
    ask();
    const error = { code: 'INVALID_FUNCTION_CALL', message: 'No.', functionCallId: 'c1' };
    expect(reading.accept({ version, error })).toEqual([
      { event: 'return', call: 'c1', error: { code: 'INVALID_FUNCTION_CALL', message: 'No.' } },
    ]);
    expect(reading.fold.calls.size).toBe(0);
    reading.mend({ version, rendererFunctionResponse: { functionCallId: 'c1', value: 3 } }, 'CALL_UNKNOWN');
  });

  it('[DC14] errors about nesting are told apart from the other ones', () => {
    const codes = {
      VALIDATION_FAILED: 'VITRINE_VIEWER_REFUSED',
      UNALLOWED_PARENT: 'VITRINE_TREE_PARENT',
      UNALLOWED_CHILD: 'VITRINE_TREE_CHILD',
      SOMETHING: 'VITRINE_VIEWER_ERROR',
    };
    for (const [code, ours] of Object.entries(codes)) {
      const error = { code, surfaceId: 's', path: '/components/0', message: 'm' };
      expect(viewer(true).accept({ version, error })).toMatchObject([
        { surface: 's', issue: { code: ours, at: '/components/0' } },
      ]);
    }
    viewer().mend({ version, error: { code: 'X', message: 'm' } }, 'MESSAGE_FIELD_MISSING /error');
    expect(viewer().send({ version, error: { code: 'X', message: 'm', surfaceId: 's', more: deep(100_000) } }).ok).toBe(
      false,
    );
  });

  it('[DC11] messages of an agent, and none or two messages, are refused', () => {
    viewer().refuse({ version, createSurface: {} }, 'MESSAGE_DIRECTION');
    viewer().refuse({ version, callRendererFunction: {} }, 'MESSAGE_DIRECTION');
    viewer().refuse({ version, action, error: {} }, 'MESSAGE_AMBIGUOUS');
    viewer().refuse({ version }, 'MESSAGE_EMPTY');
    viewer().refuse({ version: 'v3', action }, 'MESSAGE_VERSION /version');
  });
});

describe('events for an agent of 1.0', () => {
  function encode(other: ViewerEvent): readonly Json[] {
    const { wire, losses } = a2ui10.encodeEvent(other, fold, AT);
    expect(losses).toEqual([]);
    expect(wire.flatMap(check)).toEqual([]);
    return wire;
  }

  it('[DC15] whatever has a word comes back as it was, and the schema accepts it', () => {
    const events: readonly ViewerEvent[] = [
      event,
      callEvent,
      { event: 'return', call: 'c1', value: null },
      { event: 'return', call: 'c1', error: { code: 'EXECUTION_ERROR', message: 'm' } },
      issueEvent({ code: 'VITRINE_VIEWER_REFUSED', at: '/a' }),
      issueEvent({ code: 'VITRINE_TREE_PARENT', at: '/a' }),
      issueEvent({ code: 'VITRINE_TREE_CHILD', at: '' }),
      issueEvent({ code: 'VITRINE_CATALOG_UNKNOWN' }),
      issueEvent({ severity: 'warning', at: '/a' }),
      issueEvent({ code: 'VITRINE_VIEWER_ERROR', fault: 'viewer', message: 'BOOM: It broke.' }),
    ];
    for (const each of events) {
      const [wire] = encode(each);
      const decoded = a2ui10.decode(wire as Json, fold, 'viewer');
      expect(decoded).toMatchObject({ ok: true, value: { body: [each] }, issues: [] });
    }
    expect(encode({ ...event, at: undefined } as unknown as ViewerEvent)).toMatchObject([
      { action: { timestamp: AT } },
    ]);
    expect(encode(issueEvent({}, { call: 'c1' }))).toMatchObject([{ error: { functionCallId: 'c1' } }]);
    expect(encode({ event: 'return', call: 'c1' })).toMatchObject([{ rendererFunctionResponse: { value: null } }]);
  });

  it('[DC15] events without a word in 1.0, and errors about nothing, give no message and a loss', () => {
    const events: readonly ViewerEvent[] = [
      { event: 'consent', kind: 'k', granted: true },
      { event: 'cancel', task: 't' },
      { event: 'sync', surfaces: {} },
      issueEvent({}, {}),
    ];
    for (const other of events) expect(a2ui10.encodeEvent(other, fold, AT)).toMatchObject({ wire: [], losses: [{}] });
  });
});
