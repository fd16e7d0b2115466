import { expect, it } from 'vitest';
import * as model from './index.ts';

it('what is offered for the output of models is chosen', () => {
  expect(Object.keys(model).sort()).toEqual([
    'AnswerReader',
    'DEFAULT_ATTEMPTS',
    'DEFAULT_TAG',
    'ProgressiveReader',
    'REPAIRS',
    'askModel',
    'gatherAnswer',
    'hasBlock',
    'parseAnswer',
    'readAnswer',
    'repairJson',
    'validationFailed',
  ]);
});
