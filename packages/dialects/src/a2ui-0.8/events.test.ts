import { ISSUE_CODES, type Json, type ViewerEvent } from '@vitrine/core/internal';
import { describe, expect, it } from 'vitest';
import { createFold } from '../../test/fixtures.ts';
import { createSchemaCheck } from '../../test/published.ts';
import { deep, Reading } from '../../test/reading.ts';
import { a2ui08 } from './codec.ts';

const AT = '2026-03-04T05:06:07.000Z';
const fold = createFold();
const check = createSchemaCheck('v0_8', 'client_to_server.json');

const action = {
  name: 'submit',
  surfaceId: 'main',
  sourceComponentId: 'b',
  timestamp: '2026-04-27T17:05:00Z',
  context: { email: 'ada@example.com' },
};
const event: ViewerEvent = {
  event: 'action',
  surface: 'main',
  source: 'b',
  name: 'submit',
  context: { email: 'ada@example.com' },
  at: '2026-04-27T17:05:00.000Z',
  checked: false,
};

function viewer(): Reading {
  return new Reading(a2ui08, 'viewer');
}

describe('viewers of 0.8', () => {
  it('[DA21] userAction is an action that nobody has checked yet', () => {
    expect(viewer().accept({ userAction: action })).toEqual([event]);
  });

  it('[DA21] an action without time or context counts, one without name, surface or source does not', () => {
    const { timestamp: _t, context: _c, ...rest } = action;
    const { at: _at, ...bare } = event as Extract<ViewerEvent, { event: 'action' }>;
    expect(
      viewer().mend(
        { userAction: rest },
        'MESSAGE_FIELD_MISSING /userAction/context',
        'MESSAGE_FIELD_MISSING /userAction/timestamp',
      ),
    ).toEqual([{ ...bare, context: {} }]);
    viewer().mend({ userAction: { ...action, timestamp: 'now' } }, 'MESSAGE_SHAPE /userAction/timestamp');
    viewer().mend(
      { userAction: { ...action, timestamp: '2026-13-45T00:00:00Z' } },
      'MESSAGE_SHAPE /userAction/timestamp',
    );
    for (const field of ['name', 'surfaceId', 'sourceComponentId']) {
      const { [field as 'name']: _gone, ...without } = action;
      viewer().refuse({ userAction: without }, `MESSAGE_FIELD_MISSING /userAction/${field}`);
      viewer().refuse({ userAction: { ...action, [field]: 3 } }, `MESSAGE_SHAPE /userAction/${field}`);
    }
  });

  it('[DA21] what cannot be stored refuses the action, and it is the viewer whose fault that is', () => {
    const at = '/userAction/context';
    viewer().refuse({ userAction: { ...action, context: [] } }, `MESSAGE_SHAPE ${at}`);
    viewer().refuse({ userAction: { ...action, context: { n: Number('1e400') } } }, `JSON_NUMBER ${at}/n`);
    viewer().refuse(
      { userAction: { ...action, context: JSON.parse('{"__proto__": 1}') as Json } },
      `NAME_RESERVED ${at}`,
    );
    viewer().refuse({ userAction: { ...action, name: '\udc00x' } }, 'JSON_TEXT /userAction/name');
    const receipt = viewer().send({ userAction: { ...action, context: deep(100_000) } });
    expect(receipt.issues).toMatchObject([{ code: 'VITRINE_LIMIT_DEPTH', fault: 'viewer' }]);
  });

  it('[DA23] the item of a template behind the id of a source is not part of it', () => {
    const reading = new Reading(a2ui08, 'agent');
    const component = { Text: { text: { literalString: '' } } };
    const components = ['b', 'a:1'].map((id) => ({ id, component }));
    reading.accept({ surfaceUpdate: { surfaceId: 'main', components } });
    const source = (id: string) => {
      const wire = { userAction: { ...action, sourceComponentId: id } };
      const read = a2ui08.decode(wire, reading.fold, 'viewer');
      return read.ok ? (read.value.body[0] as { source: string }).source : undefined;
    };
    expect(['b', 'b:0', 'b:0:12', 'b:key', 'a:1', 'a:1:2', 'a:2', 'c:0', ':', ''].map(source)).toEqual([
      ...['b', 'b', 'b', 'b', 'a:1', 'a:1', 'a:2', 'c:0', ':', ''],
    ]);
    const endless = ':'.repeat(50_000);
    expect(source(`b${endless}`)).toBe(`b${endless}`);
  });

  it('[DA23] an empty object in a context says nothing', () => {
    const context = { none: {}, list: [], deep: { a: {} }, text: '' };
    const { none: _none, ...rest } = context;
    expect(viewer().accept({ userAction: { ...action, context } })).toEqual([{ ...event, context: rest }]);
  });

  it('[DA21] an error is an issue in its own words, whatever it holds', () => {
    const read = (error: Json): unknown => viewer().accept({ error })[0];
    expect(read({ code: 'BOOM', message: 'It broke.', surfaceId: 's', path: '/x' })).toEqual({
      event: 'issue',
      surface: 's',
      issue: { code: 'VITRINE_VIEWER_ERROR', severity: 'error', fault: 'viewer', message: 'BOOM: It broke.', at: '/x' },
    });
    expect(read({ why: ['a'] })).toMatchObject({ issue: { code: 'VITRINE_VIEWER_ERROR', message: '{"why":["a"]}' } });
    expect(read({ code: 'VITRINE_TREE_CYCLE', message: 'm' })).toMatchObject({
      issue: { code: 'VITRINE_TREE_CYCLE', message: 'm' },
    });
    expect(read({ code: 'toString', message: 'm' })).toMatchObject({ issue: { code: 'VITRINE_VIEWER_ERROR' } });
    expect(viewer().send({ error: deep(100_000) }).ok).toBe(false);
  });

  it('[DA21] messages of an agent, and none or two messages, are refused', () => {
    viewer().refuse({ surfaceUpdate: {} }, 'MESSAGE_DIRECTION');
    viewer().refuse({ action }, 'MESSAGE_EMPTY');
    viewer().refuse({ userAction: action, error: {} }, 'MESSAGE_AMBIGUOUS');
    viewer().refuse({}, 'MESSAGE_EMPTY');
    viewer().refuse({ userAction: 'x' }, 'MESSAGE_SHAPE /userAction');
  });
});

describe('events for an agent of 0.8', () => {
  it('[DA22] an action comes back as it was, and the schema accepts it', () => {
    const { wire, losses } = a2ui08.encodeEvent(event, fold, AT);
    expect(wire).toEqual([{ userAction: { ...action, timestamp: '2026-04-27T17:05:00.000Z' } }]);
    expect(losses).toEqual([]);
    expect(wire.flatMap(check)).toEqual([]);
  });

  it('[DA22] without a time of its own an action has that of the entry, and its message is lost', () => {
    const { at: _at, ...timeless } = event as Extract<ViewerEvent, { event: 'action' }>;
    const { wire, losses } = a2ui08.encodeEvent({ ...timeless, message: 'Send it' }, fold, AT);
    expect(wire).toMatchObject([{ userAction: { timestamp: AT } }]);
    expect(losses).toMatchObject([{ surface: 'main' }]);
  });

  it('[DA22] an issue is an error that reads back as the same issue', () => {
    for (const code of Object.keys(ISSUE_CODES) as (keyof typeof ISSUE_CODES)[]) {
      const issue: ViewerEvent = {
        event: 'issue',
        surface: 's',
        issue: { code, severity: 'error', fault: 'agent', message: 'm.', at: '/a' },
      };
      const { wire } = a2ui08.encodeEvent(issue, fold, AT);
      expect(wire.flatMap(check)).toEqual([]);
      expect(viewer().accept(wire[0] as Json)).toMatchObject([
        { surface: 's', issue: { code, message: 'm.', at: '/a' } },
      ]);
    }
    const foreign = viewer().accept({ error: { code: 'BOOM', message: 'm' } })[0] as ViewerEvent;
    expect(a2ui08.encodeEvent(foreign, fold, AT).wire).toEqual([{ error: { code: 'BOOM', message: 'm' } }]);
  });

  it('[DA22] events without a word in 0.8 give no message and a loss', () => {
    const events: readonly ViewerEvent[] = [
      { event: 'join', viewer: 'v', catalogs: [] },
      { event: 'input', surface: 's', path: '/a', value: 1 },
      { event: 'call', surface: 's', call: 'c', name: 'f', args: {} },
      { event: 'return', call: 'c', value: 1 },
      { event: 'say', text: 'hi' },
    ];
    for (const other of events) {
      expect(a2ui08.encodeEvent(other, fold, AT)).toMatchObject({
        wire: [],
        losses: [{ what: expect.stringContaining(other.event) }],
      });
    }
  });
});
