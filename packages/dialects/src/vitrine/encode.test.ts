import type { Op } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { describe, expect, it } from 'vitest';
import { agent08, agent09, Bridge } from '../../test/bridge.ts';
import { Reader } from '../../test/emitted.ts';
import { vitrine } from './codec.ts';

describe('our own dialect', () => {
  it('carries an entry as it is', () => {
    const ops: readonly Op[] = [
      { op: 'open', surface: 's', catalog: basic09.id, protocol: '0.9' },
      { op: 'append', surface: 's', path: '/t', value: 'ab' },
      { op: 'task', task: 't', value: 1 },
      { op: 'effect', effect: { kind: 'toast', text: 'hi' } },
    ];
    const bridge = new Bridge(vitrine);
    expect(bridge.apply(...ops)).toEqual([{ vitrine: 1, body: ops }]);
    expect(bridge.lost).toEqual([]);
  });

  it('carries what a viewer did only as far as it changes others', () => {
    const bridge = new Bridge(vitrine);
    bridge.apply({ op: 'open', surface: 's' }, { op: 'ask', ask: 'q', want: { kind: 'confirm' }, prompt: 'Sure?' });
    expect(
      bridge.apply({ event: 'input', surface: 's', path: '/a', value: 1 }, { event: 'leave', viewer: 'v' }),
    ).toEqual([{ vitrine: 1, body: [{ op: 'set', surface: 's', path: '/a', value: 1 }] }]);
    expect(bridge.apply({ event: 'answer', ask: 'q', value: true })).toEqual([
      { vitrine: 1, body: [{ op: 'withdraw', ask: 'q' }] },
    ]);
    const said = { event: 'say', text: 'hello' } as const;
    expect(bridge.apply(said)).toEqual([{ vitrine: 1, body: [said] }]);
  });

  it('joins with what was said, by whom and in order', () => {
    const bridge = new Bridge(vitrine);
    const parts = [
      { op: 'say', text: 'Where to?' },
      { event: 'say', text: 'Home.' },
    ] as const;
    for (const part of parts) bridge.apply(part);
    expect(bridge.join()).toEqual([{ vitrine: 1, body: parts }]);
  });

  it('joins with all that stands', () => {
    const bridge = new Bridge(vitrine);
    bridge.send(agent08.put(['x', { Text: { text: { path: '/a' } } }]));
    bridge.send(agent08.data([{ key: 'a', valueString: 'A' }]));
    bridge.apply({ op: 'ask', ask: 'q', want: { kind: 'text' }, prompt: 'Name?' }, { op: 'task', task: 't', value: 1 });
    const reader = new Reader(vitrine).read(bridge.join());
    expect(reader.fold.snapshot()).toEqual(bridge.fold.snapshot());
    expect(new Bridge(vitrine).join()).toEqual([]);
  });

  it('names no address of an untrusted surface, because the wire has no word for trust', () => {
    const bridge = new Bridge(vitrine, { trust: 'untrusted' });
    const sent = [
      ...bridge.send(agent09.create({ theme: { iconUrl: 'https://example.com/i.png', agentDisplayName: 'A' } })),
      ...bridge.send(agent09.put({ id: 'root', component: 'Image', url: 'https://example.com/a.png' })),
      ...bridge.join(),
    ];
    expect(JSON.stringify(sent)).not.toContain('example.com');
    expect(bridge.lost).toEqual([
      'media of an untrusted surface are not sent',
      'media of an untrusted surface are not sent',
    ]);
  });
});
