import { isArray, type JsonObject } from '@vitrine/core/internal';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ServeOptions, serveRemoteAgent } from '../../test/remote-server.ts';
import { formById, writeExtension } from '../forms.ts';
import type { AgentUpdate } from './agent-update.ts';
import { connectAgent, type RemoteAgent } from './remote-agent.ts';
import { REMOTE_LIMITS } from './remote-limits.ts';

async function reach(options: Partial<ServeOptions> = {}, path = ''): Promise<RemoteAgent> {
  const agent = await serveRemoteAgent({ version: '1.0', forms: ['v0.9'], script: () => undefined, ...options });
  onTestFinished(() => agent.close());
  const port = new URL(agent.url).port;
  return connectAgent(`${agent.url}${path}`, { allowPrivate: [`127.0.0.1:${port}`] });
}

const interfaceAt = (url: string) => ({ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' });

describe('the card of a remote agent', () => {
  it('[XC25] says who it is by where it was fetched; what it calls itself stays a claim', async () => {
    const remote = await reach({ card: (card) => ({ ...card, name: 'Your\u202e Bank\n(verified)'.padEnd(300, '!') }) });
    const { host, agent, claimedName } = remote.identity;
    expect(host).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(agent).toMatch(/^a2a-127-0-0-1-\d+-[0-9a-f]{8}$/);
    expect(claimedName.length).toBeLessThanOrEqual(80);
    expect(claimedName).not.toMatch(/[\n\u202e]/);
    expect(remote.title.startsWith(`${host} (calls itself “Your`)).toBe(true);
  });

  it('[XC25] cannot end the quotes that its name stands in', async () => {
    const remote = await reach({ card: (card) => ({ ...card, name: 'x”) is bank.example "verified' }) });
    expect(remote.title).toBe(`${remote.identity.host} (calls itself “x') is bank.example 'verified”)`);
  });

  it('[XC25] is found below the address, at its own address, and in the words of A2A 0.3', async () => {
    for (const path of ['', '/', '/a2a/demo', '/cards/agent-card.json']) {
      const remote = await reach({}, path);
      expect(remote.identity.cardUrl.endsWith('agent-card.json')).toBe(true);
    }
    expect((await reach({ version: '0.3' })).protocol).toBe('0.3');
    expect((await reach()).protocol).toBe('1.0');
  });

  it('[XC26] that leads to a private address which nobody named is refused', async () => {
    for (const place of [
      'http://127.0.0.1:1/rpc',
      'https://169.254.169.254/rpc',
      'https://[::1]/rpc',
      'ftp://x',
      'nonsense',
    ]) {
      const card = (whole: JsonObject) => ({ ...whole, supportedInterfaces: [interfaceAt(place)] });
      await expect(reach({ card })).rejects.toMatchObject({ reason: 'address' });
    }
    const mixed = (whole: JsonObject, url: string) => ({
      ...whole,
      supportedInterfaces: [interfaceAt('https://10.0.0.1/'), interfaceAt(`${url}/rpc`)],
    });
    expect((await reach({ card: mixed })).form.id).toBe('v0.9');
  });

  it('[XC26] that is no card is refused in words', async () => {
    const wrong: readonly JsonObject[] = [
      { supportedInterfaces: 5, url: 7 },
      { supportedInterfaces: [], url: '' },
      { supportedInterfaces: [null] },
      { capabilities: 7, supportedInterfaces: [{}] },
    ];
    for (const fields of wrong)
      await expect(reach({ card: (card) => ({ ...card, ...fields }) })).rejects.toMatchObject({ name: 'RemoteError' });
    const long = (card: JsonObject) => ({ ...card, description: 'x'.repeat(REMOTE_LIMITS.cardBytes) });
    await expect(reach({ card: long })).rejects.toMatchObject({ reason: 'card' });
    await expect(connectAgent('not an address')).rejects.toMatchObject({ reason: 'address' });
  });

  it('[XC26] whose extensions are of a wrong shape offers none', async () => {
    const extensions = [5, { uri: 7 }, { uri: 'https://a2ui.org/a2a-extension/a2ui/v9.9' }];
    const remote = await reach({ card: (card) => ({ ...card, capabilities: { streaming: true, extensions } }) });
    expect(remote.form.id).toBe('v1.0');
  });

  it('[XC26] is read but for the entries that are none', async () => {
    const junk = [null, 5, 'x', {}, { uri: 7, url: 7 }];
    const fine = writeExtension(formById('v0.9'), { catalogs: [] });
    const odd = { ...fine, uri: formById('v0.8').uri, params: 5, description: { a: 1 } };
    const card = (whole: JsonObject) => ({
      ...whole,
      ...(isArray(whole.supportedInterfaces) ? { supportedInterfaces: [...junk, ...whole.supportedInterfaces] } : {}),
      ...(whole.url === undefined ? {} : { additionalInterfaces: [...junk, { url: 'x', transport: 3 }] }),
      capabilities: { streaming: 'yes', extensions: [...junk, odd, fine], pushNotifications: {} },
      skills: junk,
      securitySchemes: junk,
      defaultInputModes: 3,
      signatures: [null],
    });
    for (const version of ['1.0', '0.3'] as const) {
      const remote = await reach({ version, card });
      expect([remote.form.id, remote.protocol]).toEqual(['v0.9', version]);
    }
  });

  it.each(['0.2', '0.2.0', '0.2.5', '0.2.6'])('[XC27] of A2A %s is spoken to as 0.3', async (protocolVersion) => {
    const cards = [
      ({ preferredTransport: _, ...card }: JsonObject) => ({ ...card, protocolVersion }),
      ({ url: _, ...card }: JsonObject, url: string) => ({
        ...card,
        supportedInterfaces: [{ ...interfaceAt(`${url}/rpc`), protocolVersion }],
      }),
    ];
    for (const card of cards) {
      const script: ServeOptions['script'] = (_, say) => say({ texts: ['Hi'], state: 'completed' });
      const agent = await serveRemoteAgent({ version: '0.3', forms: ['v0.8'], script, card });
      onTestFinished(() => agent.close());
      const remote = await connectAgent(agent.url, { allowPrivate: [new URL(agent.url).host] });
      const heard: AgentUpdate[] = [];
      const message = { messageId: 'm', texts: ['Hello'] };
      for await (const one of remote.send(message, new AbortController().signal)) heard.push(one);
      expect([remote.protocol, agent.calls, JSON.stringify(heard)]).toEqual([
        ...['0.3', ['message/stream'], expect.stringContaining('Hi')],
      ]);
    }
  });

  it.each(['', '/a2a/demo'])('[XC27] of A2A 0.2 is found at the place that it has there, below "%s"', async (path) => {
    const card = ({ preferredTransport: _, ...whole }: JsonObject) => ({ ...whole, protocolVersion: '0.2.6' });
    const place = `${path}/.well-known/agent.json`;
    const remote = await reach({ version: '0.3', forms: ['v0.8'], card, cardPath: place }, path);
    expect([remote.protocol, new URL(remote.identity.cardUrl).pathname]).toEqual(['0.3', place]);
  });

  it('[XC26] of A2A 0.1, which has other methods, is refused by name', async () => {
    const card = (whole: JsonObject) => ({ ...whole, protocolVersion: '0.1.0' });
    await expect(reach({ version: '0.3', card })).rejects.toThrow('speaks A2A 0.1.0; here 1.0 and 0.3 are spoken');
  });

  it('[XC28] that names no form of ours, or catalogs of others alone, is said so', async () => {
    expect((await reach()).notice).toBeUndefined();
    const none = await reach({ forms: [] });
    expect(none.notice).toContain('names no form of A2UI that is known here');
    const unknown = [{ uri: 'https://a2ui.org/a2a-extension/a2ui/v9.9' }];
    const later = await reach({ card: (card) => ({ ...card, capabilities: { extensions: unknown } }) });
    expect(later.notice).toContain('https://a2ui.org/a2a-extension/a2ui/v9.9');
    for (const id of ['v0.8', 'v0.9', 'v1.0'] as const) {
      const form = formById(id);
      const offering = (...catalogs: readonly string[]) => ({
        card: (card: JsonObject) => ({ ...card, capabilities: { extensions: [writeExtension(form, { catalogs })] } }),
      });
      const foreign = await reach(offering('https://example.com/own', 'https://example.com/other'));
      expect(foreign.notice).toContain('https://example.com/own');
      expect((await reach(offering('https://example.com/own', form.catalog))).notice).toBeUndefined();
      if (id !== 'v0.8') expect((await reach(offering())).notice).toBeUndefined();
    }
  });

  it('[XC28] that offers our catalogs in an older form alone is spoken to in that one', async () => {
    const entry = (id: 'v0.8' | 'v0.9' | 'v1.0', ...catalogs: readonly string[]) =>
      writeExtension(formById(id), { catalogs });
    const offering = (...extensions: readonly JsonObject[]) => ({
      card: (card: JsonObject) => ({ ...card, capabilities: { extensions } }),
    });
    const own = 'https://example.com/own';
    const old = entry('v0.8', formById('v0.8').catalog);
    for (const newer of [entry('v0.9', own), entry('v1.0', own)]) {
      const { form, notice } = await reach(offering(newer, old));
      expect([form.id, notice]).toEqual(['v0.8', undefined]);
    }
    const foreign = await reach(offering(entry('v0.9', own), entry('v1.0', own)));
    expect([foreign.form.id, foreign.notice]).toEqual(['v1.0', expect.stringContaining(own)]);
  });

  it('[XC26] of a version of A2A that nobody here speaks is refused; beside one that is spoken it is passed over', async () => {
    const versioned = (...versions: readonly string[]) => ({
      card: (whole: JsonObject, url: string) => ({
        ...whole,
        supportedInterfaces: versions.map((protocolVersion) => ({ ...interfaceAt(`${url}/rpc`), protocolVersion })),
      }),
    });
    const refusal = { reason: 'card', message: expect.stringContaining('speaks A2A 9.0') };
    await expect(reach(versioned('9.0'))).rejects.toMatchObject(refusal);
    await expect(reach(versioned('9.0', '10.0'))).rejects.toMatchObject(refusal);
    expect((await reach(versioned('9.0', '1.0'))).protocol).toBe('1.0');
    expect((await reach(versioned('9.0', '0.3.0'))).protocol).toBe('0.3');
    const old = { version: '0.3' as const, card: (whole: JsonObject) => ({ ...whole, protocolVersion: '9.0' }) };
    await expect(reach(old)).rejects.toMatchObject(refusal);
  });
});
