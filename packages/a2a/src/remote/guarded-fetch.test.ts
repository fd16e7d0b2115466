import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type GlobalFetch,
  GuardedFetch,
  isPublicAddress,
  NamedHosts,
  namedByTyping,
  type Resolve,
} from '@vitrine/face-kit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { REMOTE_LIMITS, type RemoteLimits } from './remote-limits.ts';

async function serve(listener: RequestListener): Promise<{ url: string; port: number }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port };
}

interface Given {
  readonly names?: readonly string[];
  readonly limits?: Partial<RemoteLimits>;
  readonly resolve?: Resolve;
  readonly authorization?: { origin: string; value: string };
}

function guarded({ names = [], limits = {}, ...rest }: Given = {}): GlobalFetch {
  const guard = new GuardedFetch({ named: new NamedHosts(names), limits: { ...REMOTE_LIMITS, ...limits }, ...rest });
  onTestFinished(() => guard.close());
  return guard.fetch;
}

const refusal = (reason: string, words = '') => ({ reason, message: expect.stringContaining(words) });

describe('addresses', () => {
  it('[XC20] those of this machine, private, link-local, reserved or in disguise are not public', () => {
    const inner = [
      '127.0.0.1 127.8.8.8 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1',
      '255.255.255.255 198.18.0.1 192.0.2.1 ::1 :: [::1] fe80::1%eth0 fc00::1 fd12::1 ff02::1 ::ffff:127.0.0.1',
      '::ffff:a00:1 64:ff9b::7f00:1 2002:7f00:1:: 2001:0:7f00:1:: 2001:db8::1 localhost x',
    ].flatMap((line) => line.split(' '));
    expect(inner.filter(isPublicAddress)).toEqual([]);
    const outer = ['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'];
    expect(outer.filter((address) => !isPublicAddress(address))).toEqual([]);
  });

  it('[XC20] what was typed is named with its port where it is near; a name of elsewhere and a link-local address must be named apart', () => {
    expect(namedByTyping(new URL('http://127.0.0.1:99/x'))).toEqual(['127.0.0.1:99']);
    const near = ['http://localhost', 'http://agent:80', 'http://printer.local', 'http://a.localhost', 'http://[::1]'];
    expect(near.map((typed) => namedByTyping(new URL(typed)))).toEqual([
      ['localhost:80'],
      ['agent:80'],
      ['printer.local:80'],
      ['a.localhost:80'],
      ['[::1]:80'],
    ]);
    const far = ['https://agent.example', 'http://agent.example:9', 'https://local.example', 'https://com.'];
    expect(far.flatMap((typed) => namedByTyping(new URL(typed)))).toEqual([]);
    expect(namedByTyping(new URL('http://169.254.169.254/'))).toEqual([]);
    expect(namedByTyping(new URL('http://[fe80::1]/'))).toEqual([]);
  });
});

describe('asking a remote agent', () => {
  it('[XC21] a private address is asked only where it was named, by host or by host and port', async () => {
    const { url, port } = await serve((_request, response) => void response.end('{}'));
    await expect(guarded()(url)).rejects.toMatchObject(refusal('address', 'plain http'));
    await expect(guarded({ names: ['127.0.0.1:1'] })(url)).rejects.toMatchObject(refusal('address'));
    await expect(guarded()('https://[::1]/')).rejects.toMatchObject(refusal('address', '::1'));
    await expect(guarded()('https://10.1.2.3/')).rejects.toMatchObject(refusal('address', '10.1.2.3'));
    await expect(guarded()('file:///etc/passwd')).rejects.toMatchObject(refusal('address'));
    await expect(guarded()('https://u:p@agent.example/')).rejects.toMatchObject(refusal('address'));
    expect((await guarded({ names: [`127.0.0.1:${port}`] })(url)).status).toBe(200);
    expect((await guarded({ names: ['127.0.0.1'] })(url)).status).toBe(200);
  });

  it('[XC21] a name does not lead to a link-local address, whoever named it; the address itself may be named', async () => {
    const resolve: Resolve = () => Promise.resolve([{ address: '169.254.169.254', family: 4 }]);
    const address = 'http://agent:9/';
    for (const names of [namedByTyping(new URL(address)), ['agent']])
      await expect(guarded({ names, resolve })(address)).rejects.toMatchObject(refusal('address', '169.254.169.254'));
    const both = new NamedHosts(['agent', '169.254.169.254']);
    expect(() => both.assertMayConnect(new URL(address), '169.254.169.254')).not.toThrow();
  });

  it('[XC21] a typed name of elsewhere does not lead to a private address, then or later, and no credential goes there', async () => {
    const seen: unknown[] = [];
    const { port } = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end('{}');
    });
    const resolve: Resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    for (const origin of [`http://agent.example:${port}`, `https://agent.example:${port}`]) {
      const authorization = { origin, value: 'Bearer T' };
      const names = namedByTyping(new URL(origin));
      const asked = guarded({ names, resolve, authorization })(origin);
      await expect(asked).rejects.toMatchObject({ reason: 'address', hostToName: `agent.example:${port}` });
    }
    expect(seen).toEqual([]);
    // As the refusals say.
    const named = guarded({ names: [`agent.example:${port}`], resolve });
    expect((await named(`http://agent.example:${port}`)).status).toBe(200);
  });

  it('[XC21] a name is judged by the address that is connected to, whatever it was a moment ago', async () => {
    const { port } = await serve((_request, response) => void response.end('secret'));
    const answers = [['93.184.216.34'], ['127.0.0.1'], ['93.184.216.34', '127.0.0.1']];
    const asked: string[] = [];
    const resolve: Resolve = (hostname) => {
      asked.push(hostname);
      return Promise.resolve((answers[asked.length] ?? []).map((address) => ({ address, family: 4 })));
    };
    const fetch = guarded({ resolve });
    const url = `https://rebind.example:${port}/`;
    await expect(fetch(url)).rejects.toMatchObject(refusal('address', '127.0.0.1'));
    await expect(fetch(url)).rejects.toMatchObject(refusal('address', '127.0.0.1'));
    expect(asked).toEqual(['rebind.example', 'rebind.example']);
  });

  it('[XC22] a redirect leads nowhere that may not be asked, and a message follows none', async () => {
    const inner = await serve((_request, response) => void response.end('secret'));
    const to = { value: `${inner.url}/` };
    const outer = await serve((_request, response) => void response.writeHead(307, { location: to.value }).end());
    const names = [`127.0.0.1:${outer.port}`];
    await expect(guarded({ names })(outer.url)).rejects.toMatchObject(refusal('address'));
    const both = guarded({ names: ['127.0.0.1'] });
    expect(await (await both(outer.url)).text()).toBe('secret');
    await expect(both(outer.url, { method: 'POST', body: '{}' })).rejects.toMatchObject(
      refusal('address', 'redirects'),
    );
    to.value = '/again';
    await expect(both(outer.url)).rejects.toMatchObject(refusal('address', 'more than 3 times'));
    to.value = 'http://';
    await expect(both(outer.url)).rejects.toMatchObject(refusal('address', 'no address'));
  });

  it('[XC23] a credential goes to the origin that it is for, and not along with a redirect', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end();
    });
    const own = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(302, { location: other.url }).end();
    });
    await guarded({ names: ['127.0.0.1'], authorization: { origin: own.url, value: 'Bearer t' } })(own.url);
    expect(seen).toEqual(['Bearer t', undefined]);
  });

  it('[XC24] what is answered is bounded in size and in time', async () => {
    const big = await serve((_request, response) => void response.end('x'.repeat(5000)));
    const names = ['127.0.0.1'];
    const answer = await guarded({ names, limits: { answerBytes: 1000 } })(big.url);
    await expect(answer.text()).rejects.toMatchObject(refusal('limit', '1000 bytes'));
    const nested = await serve((_request, response) => void response.end('['.repeat(5000)));
    await expect((await guarded({ names })(nested.url)).text()).rejects.toMatchObject(refusal('limit', '256 levels'));
    const dense = await serve((_request, response) => void response.end(`[${'0,'.repeat(300_000)}0]`));
    await expect((await guarded({ names })(dense.url)).text()).rejects.toMatchObject(refusal('limit', '250000 values'));
    const rows = `[${'{"name":"some words"},'.repeat(60_000)}0]`;
    const wordy = await serve((_request, response) => void response.end(rows));
    expect(await (await guarded({ names })(wordy.url)).text()).toBe(rows);
    const mute = await serve(() => undefined);
    await expect(guarded({ names, limits: { answerMs: 50 } })(mute.url)).rejects.toMatchObject(refusal('silence'));
    const quiet = await serve((_request, response) => void response.write('a'));
    const begun = await guarded({ names, limits: { quietMs: 50 } })(quiet.url);
    await expect(begun.text()).rejects.toMatchObject(refusal('silence'));
    const busy = await serve((_request, response) => void response.writeHead(503).end());
    await expect(guarded({ names })(busy.url)).rejects.toMatchObject(refusal('silence', '503'));
  });
});
