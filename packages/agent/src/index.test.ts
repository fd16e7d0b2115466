import { expect, it } from 'vitest';
import * as agent from './index.ts';
import * as model from './model/index.ts';

it('what the package offers, besides what reads models, is chosen', () => {
  expect(
    Object.keys(agent)
      .filter((name) => !(name in model))
      .sort(),
  ).toEqual([
    'Agent',
    'AskError',
    'ClosedHere',
    'Each',
    'HostRefusal',
    'LocalHost',
    'OpWriter',
    'PromptError',
    'RefusedError',
    'Session',
    'UiError',
    'UiNode',
    'bind',
    'check',
    'connect',
    'createFunctions',
    'createNode',
    'createPrompt',
    'createUi',
    'each',
    'event',
    'literal',
    'messages',
    'parts',
    'prune',
    'readStructured',
    'run',
    'structuredSchema',
    'surface',
  ]);
});
