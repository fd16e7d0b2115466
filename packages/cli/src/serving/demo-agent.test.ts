import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHost, type Host } from '@vitrine/host';
import { afterEach, describe, expect, it } from 'vitest';
import { newFolder, stopAll } from '../../test/serving.ts';
import { ensureDemoAgent } from './demo-agent.ts';

const hosts: Host[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.stop(0);
  await stopAll();
});

async function opened() {
  const folder = newFolder();
  const host = await createHost({ folder });
  hosts.push(host);
  const { credentials } = host;
  const file = join(folder, 'demo.key');
  const key = () => readFileSync(file, 'utf8').trim();
  return { credentials, file, key, ensure: () => ensureDemoAgent(credentials, folder) };
}

describe('the agent of the demos', () => {
  it('is made once, with its key in a file that only its user reads', async () => {
    const { credentials, file, key, ensure } = await opened();
    expect(await ensure()).toEqual({ file });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await credentials.identify(key())).toMatchObject({ role: 'agent', agent: 'demo', trust: 'trusted' });
    const before = key();
    chmodSync(file, 0o644);
    expect(await ensure()).toEqual({ file });
    expect([key(), statSync(file).mode & 0o777]).toEqual([before, 0o600]);
  });

  it('gets another key when that of its file does not hold, or is of another agent', async () => {
    const { credentials, file, key, ensure } = await opened();
    await ensure();
    const { key: foreign } = await credentials.addAgent('bot');
    for (const text of ['', 'vk_demo_x', foreign]) {
      writeFileSync(file, text);
      expect(await ensure()).toEqual({ file });
      expect(await credentials.identify(key())).toMatchObject({ agent: 'demo' });
    }
    expect(await credentials.identify(foreign)).toMatchObject({ agent: 'bot' });
  });

  it('is not taken from whoever has an agent of this name, nor brought back when it was revoked', async () => {
    const { credentials, file, ensure } = await opened();
    const { key: own } = await credentials.addAgent('demo');
    expect(await ensure()).toEqual({ problem: expect.stringContaining('is not in demo.key') });
    expect(await credentials.identify(own)).toMatchObject({ agent: 'demo' });
    writeFileSync(file, own);
    expect(await ensure()).toEqual({ file });
    await credentials.revokeAgent('demo');
    expect(await ensure()).toEqual({ problem: expect.stringContaining('was revoked') });
  });
});
