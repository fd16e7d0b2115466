import { describe, expect, it } from 'vitest';
import { bearerOf, offeredProtocols, readCredential } from './bearer.ts';

const KEY = `vk_dev_${'a'.repeat(43)}`;
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln';

describe('a credential', () => {
  it('[GD3] is what stands behind Bearer', () => {
    for (const header of [`Bearer ${KEY}`, `bearer ${KEY}`, `BEARER   ${KEY} `]) expect(bearerOf(header)).toBe(KEY);
    expect(bearerOf('Bearer anything')).toBe('anything');
  });

  it('[GD3] is nothing else of Authorization', () => {
    const others = [
      undefined,
      null,
      '',
      'Bearer',
      'Bearer ',
      KEY,
      `Basic ${KEY}`,
      `Bearer ${KEY} x`,
      `Bearer a, Bearer b`,
    ];
    for (const header of others) expect(bearerOf(header), String(header)).toBeUndefined();
  });

  it('[GD3] is found among the subprotocols, in any order', () => {
    for (const credential of [KEY, TOKEN, 'vo_x'])
      for (const protocols of [`vitrine.1, ${credential}`, `${credential},vitrine.1`, `graphql-ws ,, ${credential} `])
        expect(readCredential({ protocols })).toBe(credential);
  });

  it('[GD3] is none where no subprotocol looks like one', () => {
    for (const protocols of [undefined, null, '', 'vitrine.1', 'vitrine.1, a.b.c', 'vc_code'])
      expect(readCredential({ protocols })).toBeUndefined();
    expect(offeredProtocols('vitrine.1 , x,')).toEqual(['vitrine.1', 'x']);
  });

  it('[GD3] of Authorization goes before that of a subprotocol', () => {
    expect(readCredential({ authorization: 'Bearer one', protocols: `vitrine.1, ${KEY}` })).toBe('one');
    expect(readCredential({ authorization: 'Basic x', protocols: `vitrine.1, ${KEY}` })).toBe(KEY);
  });
});
