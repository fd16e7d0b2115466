import { describe, expect, it } from 'vitest';
import { nearestName, suggestion } from './nearest-name.ts';

const NAMES = ['validate', 'convert', 'render', 'serve', 'help'];

describe('the nearest name', () => {
  it('is found with a letter wrong, missing, added or swapped', () => {
    expect(nearestName('validte', NAMES)).toBe('validate');
    expect(nearestName('vlaidate', NAMES)).toBe('validate');
    expect(nearestName('rendert', NAMES)).toBe('render');
    expect(nearestName('server', NAMES)).toBe('serve');
    expect(nearestName('SERVE', NAMES)).toBe('serve');
  });

  it('is none where hardly anything is alike', () => {
    expect(nearestName('deploy', NAMES)).toBeUndefined();
    expect(nearestName('', NAMES)).toBeUndefined();
    expect(nearestName('xy', ['ab'])).toBeUndefined();
    expect(suggestion('deploy', NAMES)).toBe('');
  });

  it('is offered as a question', () => {
    expect(suggestion('hlep', NAMES)).toBe(' Did you mean "help"?');
  });
});
