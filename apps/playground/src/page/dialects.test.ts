import { describe, expect, it, vi } from 'vitest';

const line = (message: object) => JSON.stringify(message);
const newest = line({
  version: 'v1.0',
  createSurface: { surfaceId: 's', catalogId: 'urn:vitrine:catalog:vitrine:1.0' },
});
const others = [
  line({ beginRendering: { surfaceId: 's', root: 'root' } }),
  line({ jsonrpc: '2.0', method: 'ui.notify', params: { message: 'Done' } }),
  line({ vitrine: 1, body: [{ op: 'say', text: 'Hello' }] }),
  line({ createSurface: { surfaceId: 's' } }),
];

describe('a page before it has every dialect', () => {
  it('reads A2UI 0.9 and 1.0, lacks what is in another one without a word against it, and has all of them when asked', async () => {
    vi.resetModules();
    const { allDialects } = await import('./dialects.ts');
    const { WorkbenchSession } = await import('./session.ts');
    const read = (text: string) => {
      const session = new WorkbenchSession(text);
      session.rest();
      return session;
    };
    expect(read(newest).lacksDialects).toBe(false);
    expect(read(newest).fold.surfaces.size).toBe(1);
    expect(read('{"version":').lacksDialects).toBe(false);
    for (const other of others) {
      const session = read(`${newest}\n${other}`);
      expect([other, session.lacksDialects, session.found()]).toEqual([other, true, []]);
    }
    await allDialects();
    for (const other of others) expect(read(other).lacksDialects).toBe(false);
    expect(read(others[2] ?? '').messages.map(({ dialect, ok }) => [dialect, ok])).toEqual([['vitrine', true]]);
    expect(read(others[3] ?? '').found().length).toBeGreaterThan(0);
  });
});
