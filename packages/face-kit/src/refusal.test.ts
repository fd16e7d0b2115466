import { describe, expect, it } from 'vitest';
import { HostError } from './host-error.ts';
import { Refusal, refusalAnswer, toldRefusal, toRefusal } from './refusal.ts';

const WORDS = {
  VITRINE_RATE: { code: 'slower' },
  'VITRINE_CREDENTIAL_*': { status: 401, code: 'who' },
  413: { code: 'too_large' },
  '*': (refusal: Refusal) => new Refusal(refusal.status, 'no', 'No.', { code: refusal.code }),
};
const told = (error: unknown) => {
  const refusal = toRefusal(error, WORDS);
  return refusal === undefined ? undefined : [refusal.status, refusal.code];
};

describe('a refusal', () => {
  it('[FK7] is told by its code, its group, its status, or as all that is left', () => {
    expect(told(new HostError('VITRINE_RATE'))).toEqual([429, 'slower']);
    expect(told(new HostError('VITRINE_CREDENTIAL_PURPOSE'))).toEqual([401, 'who']);
    expect(told(new HostError('VITRINE_BODY_SIZE'))).toEqual([413, 'too_large']);
    expect(told(new HostError('VITRINE_LOG_SEQ'))).toEqual([400, 'no']);
    expect(told(new Refusal(418, 'own_word', 'Its own.'))).toEqual([418, 'own_word']);
    expect(toRefusal(new HostError('VITRINE_RATE'))?.code).toBe('VITRINE_RATE');
  });

  it('[FK7] is none where the fault is ours', () => {
    expect(told(new HostError('VITRINE_HOST_FAILED'))).toBeUndefined();
    expect(told(new TypeError('x is not a function'))).toBeUndefined();
  });

  it('[FK7] of a fault of ours says nothing of it but that, in the words of the face, and it is written down', () => {
    const written: unknown[] = [];
    const transport = { failed: (what: string, error: unknown) => void written.push([what, error]) };
    const fault = new TypeError('x is not a function');
    const words = { 500: { code: 'our_fault' } };
    expect(toldRefusal(fault, { transport, failed: 'a call', words })).toMatchObject({
      ...{ status: 500, code: 'our_fault', message: 'This is a fault of the host.' },
    });
    expect(written).toEqual([['a call', fault]]);
    const rate = new HostError('VITRINE_RATE');
    expect(toldRefusal(rate, { transport, failed: 'a call', words: WORDS }).code).toBe('slower');
    expect(written).toHaveLength(1);
  });

  it('[FK7] says with its answer what to do about it', async () => {
    const headers = (error: HostError) => refusalAnswer(toRefusal(error) as Refusal).headers;
    expect(headers(new HostError('VITRINE_CREDENTIAL_INVALID')).get('www-authenticate')).toBe('Bearer');
    expect(headers(new HostError('VITRINE_RATE', undefined, { retryAfter: 2.3 })).get('retry-after')).toBe('3');
    expect(headers(new HostError('VITRINE_BUSY')).get('retry-after')).toBe('1');
    expect(headers(new HostError('VITRINE_LOG_SEQ')).has('retry-after')).toBe(false);
    const answer = refusalAnswer(new Refusal(400, 'a', 'b', { c: 1 }));
    expect(await answer.json()).toEqual({ error: 'a', message: 'b', details: { c: 1 } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});
