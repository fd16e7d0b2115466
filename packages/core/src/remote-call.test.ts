import { describe, expect, it } from 'vitest';
import {
  any,
  defineCatalog,
  defineFunction,
  type FunctionDeclaration,
  number,
  plainText,
  required,
} from './catalog.ts';
import type { CallOp } from './entry.ts';
import { Fold } from './fold.ts';
import { accepted, issue, refused } from './issue.ts';
import type { JsonObject } from './json.ts';
import { Catalogs } from './registry.ts';
import { handleCall } from './remote-call.ts';

const functions: { readonly [name: string]: FunctionDeclaration } = {
  play: defineFunction({
    args: { media: required(plainText()), volume: number() },
    returns: 'object',
    callers: 'both',
    run: ({ media }) => accepted({ playing: media ?? null }),
  }),
  reset: defineFunction({ args: {}, returns: 'void', callers: 'renderer', run: () => accepted(null) }),
  undeclared: defineFunction({ args: {}, returns: 'void', run: () => accepted(null) }),
  sync: defineFunction({ args: {}, returns: 'void', callers: 'agent', run: () => accepted(undefined) }),
  remote: defineFunction({ args: {}, returns: 'string', callers: 'both' }),
  open: defineFunction({
    args: { url: required(plainText()) },
    returns: 'void',
    callers: 'both',
    gesture: true,
    run: ({ url }, scope) => {
      scope.act({ kind: 'open-url', url: String(url) });
      return accepted(null);
    },
  }),
  refuses: defineFunction({
    args: {},
    returns: 'void',
    callers: 'both',
    run: () => refused([issue('VITRINE_FUNCTION_FAILED', 'error', 'There is no such file.')]),
  }),
  huge: defineFunction({ args: {}, returns: 'string', callers: 'both', run: () => accepted('x'.repeat(2 ** 21)) }),
  throws: defineFunction({
    args: {},
    returns: 'void',
    callers: 'both',
    run: () => {
      throw new Error('a secret of the machine');
    },
  }),
  bounded: defineFunction({
    args: { min: number(), max: number(), note: any() },
    needsOneOf: ['min', 'max'],
    returns: 'void',
    callers: 'both',
    run: () => accepted(null),
  }),
};
const view = new Fold({ catalogs: new Catalogs([defineCatalog({ id: 'media', components: {}, functions })]) });

function call(name: string, args: JsonObject = {}, catalog = 'media'): CallOp {
  return { op: 'call', call: 'c1', name, catalog, args };
}

function error(op: CallOp, gesture = false): { readonly code: string; readonly message: string } | undefined {
  const { answer, effects } = handleCall(op, view, { gesture });
  expect(answer).toMatchObject({ event: 'return', call: 'c1' });
  expect(answer).not.toHaveProperty('value');
  expect(effects).toEqual([]);
  return answer.error;
}

describe('an agent that calls a function of the viewer', () => {
  it('[RC1] gets the value under the id of its call', () => {
    expect(handleCall(call('play', { media: 'v1' }), view)).toEqual({
      answer: { event: 'return', call: 'c1', value: { playing: 'v1' } },
      effects: [],
    });
  });

  it('[RC1] gets null from a function without a result', () => {
    expect(handleCall(call('sync'), view).answer).toEqual({ event: 'return', call: 'c1', value: null });
  });

  it('[RC2] is refused for a catalog or function that is not there', () => {
    expect(error(call('play', { media: 'v1' }, 'other'))?.code).toBe('INVALID_FUNCTION_CALL');
    expect(error(call('play', { media: 'v1' }, 'other'))?.message).toContain('Catalog not found');
    expect(error(call('unknown'))?.message).toContain('Function not found');
    expect(error(call('constructor'))?.code).toBe('INVALID_FUNCTION_CALL');
    expect(error(call('remote'))?.code).toBe('INVALID_FUNCTION_CALL');
  });

  it('[RC3] is refused for a function of the viewer alone, which a function is unless it says otherwise', () => {
    expect(error(call('reset'))?.code).toBe('INVALID_FUNCTION_CALL');
    expect(error(call('undeclared'))?.message).toContain('cannot be called by an agent');
  });

  it('[RC4] runs a function that needs a gesture only while a person acts, and gets its effects then', () => {
    const op = call('open', { url: 'https://example.com/' });
    expect(error(op)?.code).toBe('INVALID_FUNCTION_CALL');
    expect(handleCall(op, view, { gesture: true })).toEqual({
      answer: { event: 'return', call: 'c1', value: null },
      effects: [{ kind: 'open-url', url: 'https://example.com/' }],
    });
  });

  it('[RC5] is refused for arguments that the function does not declare', () => {
    expect(error(call('play'))?.code).toBe('INVALID_FUNCTION_CALL');
    expect(error(call('play', { media: 3 }))?.message).toContain('/media');
    expect(error(call('play', { media: 'v1', loop: true }))?.code).toBe('INVALID_FUNCTION_CALL');
    expect(error(call('bounded'))?.message).toContain('min, max');
  });

  it('[RC5] is refused for arguments that cannot be stored', () => {
    let deep: JsonObject = {};
    for (let i = 0; i < 10_000; i++) deep = { deep };
    expect(error(call('bounded', { min: 1, note: deep }))?.code).toBe('INVALID_FUNCTION_CALL');
    const polluted = JSON.parse('{"min": 1, "note": {"__proto__": {"x": 1}}}') as JsonObject;
    expect(error(call('bounded', polluted))?.message).toContain('reserved');
  });

  it('[RC6] hears that a function failed, but not what it threw', () => {
    expect(error(call('refuses'))).toEqual({ code: 'EXECUTION_ERROR', message: 'There is no such file.' });
    expect(error(call('throws'))).toEqual({ code: 'EXECUTION_ERROR', message: 'The function failed.' });
  });

  it('[RC7] hears that a function has made too much', () => {
    expect(error(call('huge'))).toMatchObject({ code: 'EXECUTION_ERROR' });
    expect(error(call('huge'))?.message).toContain('1048576 bytes');
  });
});
