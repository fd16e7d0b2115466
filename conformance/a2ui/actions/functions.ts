// evaluate_function: a function of the basic catalog by itself, or as a call on a surface, where the call first finds
// its catalog.

import {
  evaluate,
  Fold,
  type Issue,
  isObject,
  type Json,
  type JsonObject,
  Scope,
  type Surface,
  type Value,
} from '@vitrine/core/internal';
import { expect } from 'vitest';
import type { Case } from '../cases.ts';
import { basicCatalog, caseProtocol, catalogsOf } from '../catalogs.ts';
import { compareErrors } from '../categories.ts';
import { Session } from '../session.ts';

export function evaluateFunction(testCase: Case): void {
  const { value, found } = isObject(testCase.surface)
    ? callOnSurface(testCase, testCase.surface)
    : callDirectly(testCase);
  compareErrors(found, testCase.expectError);
  if (testCase.expectError === undefined) expect(value ?? null).toEqual(testCase.expect);
}

interface Evaluated {
  readonly value: Value;
  readonly found: readonly Issue[];
}

/** On a surface of the basic catalog, as if a person had just acted: some functions run only then. */
function callDirectly(testCase: Case): Evaluated {
  const found: Issue[] = [];
  const fold = new Fold({ catalogs: catalogsOf(testCase), report: (problem) => void found.push(problem) });
  const protocol = caseProtocol(testCase);
  fold.accept({ body: [{ op: 'open', surface: 's', catalog: basicCatalog(protocol).id, protocol }] });
  const scope = new Scope(fold.surfaces.get('s') as Surface, fold.env).during([]);
  const call = { call: testCase.function as string, args: (testCase.args ?? {}) as JsonObject };
  return { value: evaluate(call, scope), found };
}

/** The spelling of a call and of what a Text needs around it, by protocol. */
const SPELLING: { readonly [protocol: string]: { readonly version: string; readonly callKey: string } } = {
  '0.9': { version: 'v0.9', callKey: 'call' },
  '1.0': { version: 'v1.0', callKey: '@call' },
};

/** Sent as the text of a Text, which names its own catalog where the protocol lets it. */
function callOnSurface(testCase: Case, surface: JsonObject): Evaluated {
  const protocol = caseProtocol(testCase);
  const { version, callKey } = SPELLING[protocol] as (typeof SPELLING)[string];
  const named = testCase.catalogId === undefined ? {} : { catalogId: testCase.catalogId as Json };
  const text = { [callKey]: testCase.function as string, args: testCase.args as JsonObject, ...named };
  const drawn = protocol === '1.0' ? { catalogId: basicCatalog(protocol).id } : {};
  const root = { id: 'root', component: 'Text', ...drawn, text };
  // Tolerant: what matters is where the call resolves, not whether its property is spelled right.
  const session = new Session({ ...testCase, strictMode: false });
  const receipts = session.send([
    { version, createSurface: { surfaceId: 's', ...surface } },
    { version, updateComponents: { surfaceId: 's', components: [root] } },
  ]);
  const opened = session.surface('s');
  const [node] = opened === undefined ? [] : session.walk(opened);
  const refused = receipts.flatMap(({ ok, issues }) => (ok ? [] : issues));
  return { value: node?.get('text') as Value, found: [...refused, ...session.heard()] };
}
