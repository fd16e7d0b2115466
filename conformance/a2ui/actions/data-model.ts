// data_model: reads, writes and observers of one data model. resolve_path: pointers seen from a scope.

import {
  DataModel,
  DEFAULT_LIMITS,
  formatPointer,
  type Issue,
  isArray,
  isObject,
  type Json,
  parsePointer,
  resolvePointer,
  type Watcher,
} from '@vitrine/core/internal';
import { expect } from 'vitest';
import type { Case, ExpectedError } from '../cases.ts';
import { compareErrors } from '../categories.ts';

interface DataStep {
  readonly op: 'get' | 'set' | 'delete' | 'dispose';
  readonly path?: string;
  readonly value?: Json;
  readonly expect?: Json;
  readonly expect_absent?: boolean;
  readonly expect_type?: 'list' | 'object';
  readonly expect_notified?: readonly string[];
  readonly expect_values?: { readonly [path: string]: Json };
  readonly expect_error?: ExpectedError;
}

export function dataModel(testCase: Case): void {
  const model = new DataModel(DEFAULT_LIMITS);
  if (testCase.initial !== undefined) model.set('/', testCase.initial as Json);
  const notified: string[] = [];
  const watched = (testCase.watch ?? []) as readonly string[];
  const observers = watched.map((path) => model.observe(path, () => notified.push(path)));
  for (const step of testCase.steps as unknown as readonly DataStep[]) {
    notified.length = 0;
    const problem = act(model, step, observers);
    if (step.op !== 'get') compareErrors(problem === undefined ? [] : [problem], step.expect_error);
    if (step.expect_notified !== undefined) expect(notified.sort()).toEqual([...step.expect_notified].sort());
    for (const [path, value] of Object.entries(step.expect_values ?? {})) expect(model.get(path), path).toEqual(value);
  }
}

function act(model: DataModel, step: DataStep, observers: readonly Watcher[]): Issue | undefined {
  const { op, path = '/', value = null } = step;
  switch (op) {
    case 'get':
      compareRead(model.get(path), step);
      return undefined;
    case 'set':
      return model.set(path, value);
    case 'delete':
      return model.unset(path);
    case 'dispose':
      for (const observer of observers) observer.dispose();
      return undefined;
  }
}

function compareRead(value: Json | undefined, step: DataStep): void {
  if (step.expect_absent === true) expect(value).toBeUndefined();
  if (step.expect !== undefined) expect(value).toEqual(step.expect);
  if (step.expect_type === 'list') expect(isArray(value), 'a list').toBe(true);
  if (step.expect_type === 'object') expect(isObject(value), 'an object').toBe(true);
}

export function resolvePath(testCase: Case): void {
  const { path, contextPath = '/' } = testCase.args as { path: string; contextPath?: string };
  expect(formatPointer(resolvePointer(path, parsePointer(contextPath)))).toBe(testCase.expect);
}
