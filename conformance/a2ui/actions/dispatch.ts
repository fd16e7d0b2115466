// dispatch_action: what pressing a button sends, its context read from the data at that moment.

import { dispatchAction, type JsonObject, parsePointer, readAction, Scope, type Surface } from '@vitrine/core/internal';
import { expect } from 'vitest';
import type { Case } from '../cases.ts';
import { categoriesOf } from '../categories.ts';
import { compareSubset } from '../match.ts';
import { Session } from '../session.ts';

/** The version whose reader knows every spelling that these cases use. */
const VERSION = 'v1.0';
const REPORTED: { readonly [category: string]: string } = { ExpressionError: 'EXPRESSION_ERROR' };

export function dispatch(testCase: Case): void {
  const session = new Session({ ...testCase, protocolVersion: VERSION });
  const button = { id: 'root', component: 'Button', child: 'label', action: testCase.actionPayload as JsonObject };
  session.send({
    version: VERSION,
    createSurface: {
      surfaceId: 's',
      catalogId: 'basic',
      dataModel: (testCase.dataModel ?? {}) as JsonObject,
      components: [button],
    },
  });
  const surface = session.surface('s') as Surface;
  const action = readAction(surface.component('root')?.props.action);
  if (action === undefined) throw new Error('the action of the case was not read');
  const scope = new Scope(surface, session.fold.env, parsePointer((testCase.scope ?? '/') as string));
  const { issues, ...dispatched } = dispatchAction(action, scope);
  const { message, ...event } = dispatched.kind === 'event' ? dispatched : {};
  const expected = testCase.expectDispatched as JsonObject | undefined;
  expect(dispatched.kind === 'event', 'an event is sent').toBe(expected !== undefined);
  if (expected !== undefined) {
    compareSubset(
      { ...event, ...(message === undefined ? {} : { userMessage: message }) } as JsonObject,
      expected,
      'event',
    );
  }
  const codes = issues.flatMap((problem) =>
    categoriesOf(problem).map((category) => ({ code: REPORTED[category] ?? null })),
  );
  expect(codes.filter(({ code }) => code !== null)).toEqual(testCase.expectDispatchedErrors ?? []);
}
