import { expect, it } from 'vitest';
import * as agent from './index.ts';
import * as model from './model/index.ts';

it('what the package offers, besides what reads models, is chosen', () => {
  expect(
    Object.keys(agent)
      .filter((name) => !(name in model))
      .sort(),
  ).toEqual([
    'AgentConnection',
    'AgentSession',
    'AskError',
    'ConnectionClosedError',
    'Each',
    'HostRefusal',
    'OpWriter',
    'PromptError',
    'RefusedError',
    'UiError',
    'UiNode',
    'bind',
    'check',
    'components',
    'connectAgent',
    'createFunctions',
    'createNode',
    'createPrompt',
    'createUi',
    'each',
    'event',
    'literal',
    'messages',
    'prune',
    'readStructured',
    'run',
    'structuredSchema',
    'surface',
  ]);
});
