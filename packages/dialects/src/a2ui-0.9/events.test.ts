import type { Json, ViewerEvent } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { createFold } from '../../test/fixtures.ts';
import { createSchemaCheck } from '../../test/published.ts';
import { deep, Reading } from '../../test/reading.ts';
import { a2ui09 } from './codec.ts';

const AT = '2026-03-04T05:06:07.000Z';
const fold = createFold();
const check = createSchemaCheck('v0_9', 'client_to_server.json');

const action = {
  name: 'submit',
  surfaceId: 'main',
  sourceComponentId: 'b',
  timestamp: '2026-04-27T17:05:00.000Z',
  context: { email: 'ada@example.com', list: [1, { a: null }] },
};
const event: ViewerEvent = {
  event: 'action',
  surface: 'main',
  source: 'b',
  name: 'submit',
  context: action.context,
  at: action.timestamp,
  checked: false,
};

function viewer(strict = false): Reading {
  return new Reading(a2ui09, 'viewer', { strict });
}

function issueEvent(more: object, surface: string | undefined = 's'): ViewerEvent {
  const issue = { code: 'VITRINE_PROP_TYPE', severity: 'error', fault: 'agent', message: 'm.', ...more };
  return { event: 'issue', issue, ...(surface === undefined ? {} : { surface }) } as ViewerEvent;
}

describe('viewers of 0.9', () => {
  it('[DB8] an action of 0.9 or 0.9.1 is an action that nobody has checked yet', () => {
    for (const version of ['v0.9', 'v0.9.1']) expect(viewer(true).accept({ version, action })).toEqual([event]);
    viewer().mend({ action }, 'MESSAGE_VERSION /version');
    viewer().refuse({ version: 'v9', action }, 'MESSAGE_VERSION /version');
  });

  it('[DB8] fields that an action does not have are mended away, missing ones refuse it', () => {
    const more = { ...action, userMessage: 'Send it' };
    expect(viewer().mend({ version: 'v0.9', action: more }, 'MESSAGE_FIELD_UNKNOWN /action/userMessage')).toEqual([
      event,
    ]);
    const { surfaceId: _gone, ...rest } = action;
    viewer().refuse({ version: 'v0.9', action: rest }, 'MESSAGE_FIELD_MISSING /action/surfaceId');
    expect(viewer().send({ version: 'v0.9', action: { ...action, context: deep(100_000) } }).ok).toBe(false);
  });

  it('[DB8] VALIDATION_FAILED is a fault of the agent at the field it names', () => {
    const error = { code: 'VALIDATION_FAILED', surfaceId: 's', path: '/components/0/text', message: 'Not a text.' };
    expect(viewer(true).accept({ version: 'v0.9', error })).toEqual([
      {
        event: 'issue',
        surface: 's',
        issue: {
          code: 'VITRINE_VIEWER_REFUSED',
          severity: 'error',
          fault: 'agent',
          message: 'Not a text.',
          at: '/components/0/text',
        },
      },
    ]);
    const { path: _path, ...pathless } = error;
    viewer().mend({ version: 'v0.9', error: pathless }, 'MESSAGE_FIELD_MISSING /error');
  });

  it('[DB8] any other error keeps its code and all that it says', () => {
    const error = { code: 'UNKNOWN_COMPONENT_TYPE', surfaceId: 's', message: 'No Chart.', component: 'c' };
    expect(viewer(true).accept({ version: 'v0.9', error })).toMatchObject([
      {
        surface: 's',
        issue: { code: 'VITRINE_VIEWER_ERROR', message: 'UNKNOWN_COMPONENT_TYPE: No Chart. {"component":"c"}' },
      },
    ]);
    viewer().mend({ version: 'v0.9', error: { code: 'X', message: 'm' } }, 'MESSAGE_FIELD_MISSING /error');
    viewer().refuse({ version: 'v0.9', error: { code: 'X', surfaceId: 's' } }, 'MESSAGE_FIELD_MISSING /error/message');
    viewer().refuse({ version: 'v0.9', error: { code: 3, surfaceId: 's', message: 'm' } }, 'MESSAGE_SHAPE /error/code');
  });

  it('[DB8] messages of an agent, and none or two messages, are refused', () => {
    viewer().refuse({ version: 'v0.9', createSurface: {} }, 'MESSAGE_DIRECTION');
    viewer().refuse({ version: 'v0.9', action, error: {} }, 'MESSAGE_AMBIGUOUS');
    viewer().refuse({ version: 'v0.9', action, createSurface: {} }, 'MESSAGE_AMBIGUOUS');
    viewer().refuse({ version: 'v0.9', userAction: action }, 'MESSAGE_EMPTY');
    viewer().refuse({ version: 'v0.9' }, 'MESSAGE_EMPTY');
    viewer().refuse('x', 'MESSAGE_SHAPE');
  });
});

describe('events for an agent of 0.9', () => {
  function encode(other: ViewerEvent): readonly Json[] {
    const { wire, losses } = a2ui09.encodeEvent(other, fold, AT);
    expect(losses).toEqual([]);
    expect(wire.flatMap(check)).toEqual([]);
    return wire;
  }

  it('[DB9] an action comes back as it was, and the schema accepts it', () => {
    expect(encode(event)).toEqual([{ version: 'v0.9', action }]);
    const { wire, losses } = a2ui09.encodeEvent({ ...event, message: 'Send it' } as ViewerEvent, fold, AT);
    expect(wire.flatMap(check)).toEqual([]);
    expect(losses).toHaveLength(1);
  });

  it('[DB9] an error at a field is VALIDATION_FAILED, any other has our code or the one it came with', () => {
    expect(encode(issueEvent({ at: '/components/0/text' }))).toEqual([
      {
        version: 'v0.9',
        error: { code: 'VALIDATION_FAILED', surfaceId: 's', path: '/components/0/text', message: 'm.' },
      },
    ]);
    expect(encode(issueEvent({}))).toMatchObject([{ error: { code: 'VITRINE_PROP_TYPE' } }]);
    expect(encode(issueEvent({ severity: 'warning', at: '/a' }))).toMatchObject([
      { error: { code: 'VITRINE_PROP_TYPE', path: '/a', severity: 'warning' } },
    ]);
    expect(encode(issueEvent({ code: 'VITRINE_VIEWER_ERROR', message: 'BOOM: It broke.' }))).toEqual([
      { version: 'v0.9', error: { code: 'BOOM', surfaceId: 's', message: 'It broke.' } },
    ]);
  });

  it('[DB9] an error reads back as the same issue', () => {
    const events = [
      issueEvent({ code: 'VITRINE_VIEWER_REFUSED', at: '/a' }),
      issueEvent({ code: 'VITRINE_TREE_CYCLE', severity: 'warning', at: '/a' }),
      issueEvent({ code: 'VITRINE_VIEWER_ERROR', fault: 'viewer', message: 'BOOM: It broke.' }),
    ];
    for (const each of events) expect(viewer().accept(encode(each)[0] as Json)).toEqual([each]);
  });

  it('[DB9] events without a word in 0.9, and errors without a surface, give no message and a loss', () => {
    const events: readonly ViewerEvent[] = [
      { event: 'leave', viewer: 'v' },
      { event: 'answer', ask: 'a', value: 1 },
      { event: 'call', surface: 's', call: 'c', name: 'f', args: {} },
      { event: 'issue', issue: { code: 'VITRINE_PROP_TYPE', severity: 'error', fault: 'agent', message: 'm' } },
    ];
    for (const other of events) expect(a2ui09.encodeEvent(other, fold, AT)).toMatchObject({ wire: [], losses: [{}] });
  });
});
