import { describe, expect, it } from 'vitest';
import { type Command, readCall } from './command.ts';
import { CallError } from './errors.ts';

const command: Command = {
  name: 'paint',
  operands: ['FILE', '[COLOUR]'],
  description: 'Paint it.',
  examples: [['vitrine paint wall.json red', 'in red']],
  flags: [
    { name: 'json', description: '' },
    { name: 'width', value: 'N', description: '' },
    {
      ...{ name: 'brush', value: 'KIND', choices: ['round', 'flat'], aliases: ['oval'] },
      ...{ repeatable: true, description: '' },
    },
  ],
  run: async () => 0,
};

const read = (...args: string[]) => readCall(command, args);
const problem = (...args: string[]) => {
  try {
    read(...args);
  } catch (error) {
    if (error instanceof CallError) return error.message;
    throw error;
  }
  return undefined;
};

describe('a call', () => {
  it('has operands and flags in any order', () => {
    const call = read('--json', 'a.jsonl', '--width', '40', 'red', '--brush=flat', '--brush', 'round');
    expect(call.operands).toEqual(['a.jsonl', 'red']);
    expect([call.has('json'), call.get('width'), call.all('brush')]).toEqual([true, '40', ['flat', 'round']]);
    expect([call.has('help'), call.get('colour'), call.all('none')]).toEqual([false, undefined, []]);
  });

  it('takes "-" and everything behind "--" as operands', () => {
    expect(read('-').operands).toEqual(['-']);
    expect(read('--', '--json').operands).toEqual(['--json']);
  });

  it('takes the last of a flag that is given twice', () => {
    expect(read('f', '--width', '1', '--width', '2').get('width')).toBe('2');
  });

  it('with an unknown flag is refused, with the flag that was probably meant', () => {
    expect(problem('f', '--jsno')).toBe('"vitrine paint" has no flag --jsno. Did you mean "--json"?');
    expect(problem('f', '-x')).toBe('"vitrine paint" has no flag -x.');
  });

  it('with a value missing, unwanted or not among the choices is refused', () => {
    expect(problem('f', '--width')).toBe('--width needs a value: --width N.');
    expect(problem('f', '--width=')).toBe('--width needs a value: --width N.');
    expect(problem('f', '--json=yes')).toBe('--json takes no value.');
    expect(problem('f', '--brush', 'flta')).toBe('--brush is one of round, flat, not "flta". Did you mean "flat"?');
  });

  it('takes another name of a choice', () => {
    expect(read('f', '--brush', 'oval').get('brush')).toBe('oval');
  });

  it('with too few or too many operands is refused', () => {
    expect(problem()).toBe('"vitrine paint" needs FILE ("-" is standard input).');
    expect(problem('f', 'red', 'blue')).toBe('"vitrine paint" does not know what to do with "blue".');
    expect(problem('f')).toBeUndefined();
  });

  it('for help needs nothing else', () => {
    expect(read('--help').has('help')).toBe(true);
    expect(read('-h').has('help')).toBe(true);
  });
});
