import { ISSUE_CODES } from '@vitrine/core/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDesk } from '../test/credentials.ts';
import { HostError } from './host-error.ts';
import { createLogger, type LogLevel, type OperatorLog } from './operator-log.ts';

function record(level: LogLevel = 'trace'): {
  log: OperatorLog;
  lines: () => Record<string, unknown>[];
  text: () => string;
} {
  const written: string[] = [];
  const log = createLogger({ level, stream: { write: (line) => void written.push(line) } });
  return { log, lines: () => written.map((line) => JSON.parse(line)), text: () => written.join('') };
}

async function realCredentials(): Promise<Record<'key' | 'token' | 'operator' | 'code', string>> {
  const { credentials } = await openDesk();
  const { key } = await credentials.addAgent('ann_1');
  const { token } = await credentials.mintViewer('s1', { viewer: 'jo' });
  const { token: operator } = await credentials.redeemOperatorCode(credentials.newOperatorCode());
  return { key, token, operator, code: credentials.newOperatorCode() };
}

/** The part of a credential that makes it one. */
const heart = (credential: string) => credential.slice(-20);

describe('the log of the operator', () => {
  it('[CR21] writes one object a line, with level, time and what was given', () => {
    const { log, lines } = record();
    log.info({ session: 's1', count: 2, list: [1, null, true] }, 'opened');
    log.warn(new HostError('VITRINE_RATE'));
    expect(lines()).toMatchObject([
      { level: 'info', session: 's1', count: 2, list: [1, null, true], msg: 'opened' },
      { level: 'warn', err: { type: 'HostError', code: 'VITRINE_RATE', message: expect.stringContaining('slower') } },
    ]);
    expect(Date.parse(String(lines()[0]?.time))).not.toBeNaN();
  });

  it('[CR21] is quiet below its level', () => {
    const { log, text } = record('warn');
    log.info('not this');
    createLogger({ level: 'silent', stream: { write: () => expect.unreachable() } }).fatal('nor this');
    expect(text()).toBe('');
  });

  it('[CR21] holds no credential, in whichever shape it was handed over', async () => {
    for (const secret of Object.values(await realCredentials())) {
      const cycle: Record<string, unknown> = { secretly: `a${secret}b` };
      cycle.self = cycle;
      class Teller {
        readonly #inside = secret;
        toJSON() {
          return { told: this.#inside };
        }
      }
      const failure = Object.assign(new Error(`cannot use ${secret}`, { cause: new Error(secret) }), {
        request: { headers: { authorization: `Bearer ${secret}`, 'x-other': secret } },
      });
      const shapes: unknown[] = [
        secret,
        { secret, nested: { deep: [{ deeper: `>${secret}<` }] } },
        { [secret]: 1 },
        { [`for ${secret}`]: { x: 1 } },
        { headers: { authorization: `Bearer ${secret}`, cookie: `t=${secret}` } },
        { rawHeaders: ['Host', 'localhost', 'Authorization', `Bearer ${secret}`] },
        { headers: [['sec-websocket-protocol', `vitrine.1, ${secret}`]] },
        { url: `http://localhost/s/1?token=${secret}&after=3#token=${secret}` },
        { url: `/s/1#token=${secret}` },
        { url: new URL(`http://u:${secret}@localhost/?a=b;access_token=${secret}`) },
        { quoted: JSON.stringify({ token: secret }), twice: JSON.stringify(JSON.stringify({ a: secret })) },
        { bytes: Buffer.from(secret), typed: new TextEncoder().encode(secret), in: [Buffer.from(secret)] },
        cycle,
        new Teller(),
        { err: failure },
        { error: failure, reason: failure, cause: failure },
        failure,
        new AggregateError([failure], secret),
        { long: `${'x'.repeat(20_000)}${secret}`, cut: `${'x'.repeat(8180)}${secret}` },
      ];
      const { log, text, lines } = record();
      for (const shape of shapes) {
        log.error(shape as object);
        log.error({ shape }, `about ${secret}`);
        log.error({ a: 1 }, 'formatted %s %o %j', secret, shape as object, { secret });
      }
      log.child({ note: secret, headers: { authorization: secret } }).info('of a child');
      log.setBindings({ bound: secret });
      log.info('bound');
      expect(lines()).toHaveLength(3 * shapes.length + 2);
      expect(text()).not.toContain(heart(secret));
      expect(text()).not.toContain(secret.slice(0, 12));
      const asBytes = [...Buffer.from(heart(secret))];
      expect(text()).not.toContain(asBytes.join(','));
      expect(text().replaceAll('\\', '')).not.toMatch(new RegExp(asBytes.map((byte) => `"\\d+":${byte}`).join(',')));
    }
  });

  it('[CR21] takes out what stands in a field of a telling name, whatever it looks like', () => {
    const { log, text } = record();
    const names = [
      'authorization',
      'Authorization',
      'proxy-authorization',
      'cookie',
      'Set-Cookie',
      'token',
      'viewerToken',
    ];
    for (const name of [...names, 'password', 'apiKey', 'api_key', 'x-api-key', 'clientSecret', 'credentials']) {
      log.info({ [name]: 'plain-words' });
      log.info({ a: [{ [name]: { inner: 'plain-words' } }] });
      log.info({ raw: [name, 'plain-words'], pairs: [[name, 'plain-words']] });
      log.child({ [name]: 'plain-words' }).info('child');
    }
    expect(text()).not.toContain('plain-words');
  });

  it('[CR21] takes fragments, passwords and secret parameters out of addresses and leaves the rest', () => {
    const { log, lines } = record();
    log.info({
      one: 'GET /sessions/s1/stream?after=7&access_token=abc&dialect=a2ui-0.9 done',
      two: 'http://127.0.0.1:8787/#operator=abc',
      three: 'see https://jo:abc@example.org/x?Key=abc#abc, then go on',
      four: '#token=abc',
      five: 'issue #4 of "a # b"',
    });
    expect(lines()).toMatchObject([
      {
        one: 'GET /sessions/s1/stream?after=7&access_token=[redacted]&dialect=a2ui-0.9 done',
        two: 'http://127.0.0.1:8787/#[redacted]',
        three: 'see https://[redacted]@example.org/x?Key=[redacted]#[redacted] then go on',
        four: '#[redacted]',
        five: 'issue #4 of "a # b"',
      },
    ]);
  });

  it('[CR21] takes credentials of other schemes out of sentences and leaves plain sentences alone', () => {
    const { log, lines } = record();
    const schemes = [
      'Authorization: Basic am86c2VjcmV0',
      '{"authorization":"Digest am86c2VjcmV0"}',
      'Bearer am86c2VjcmV0',
    ];
    for (const text of schemes) log.info(text);
    expect(JSON.stringify(lines())).not.toContain('am86');
    const plain = [
      ...Object.values(ISSUE_CODES),
      'the basic catalog',
      'a2ui-0.9 of session s1, seq 1,200',
      'C# and F#',
    ];
    for (const text of plain) log.info({ text }, text);
    expect(lines().slice(schemes.length)).toMatchObject(plain.map((text) => ({ text, msg: text })));
  });

  it('[CR21] holds no credential wherever it stands in whichever text', async () => {
    const secrets = Object.values(await realCredentials());
    const around = fc.string({ unit: 'binary', maxLength: 20 });
    fc.assert(
      fc.property(around, fc.constantFrom(...secrets), around, fc.jsonValue(), (before, secret, after, beside) => {
        const { log, text } = record();
        log.info({ beside, text: before + secret + after }, `${after}${secret}${before}`);
        expect(text()).not.toContain(heart(secret));
      }),
    );
  });

  it('[CR21] never throws, whatever is logged', () => {
    const { log, lines } = record();
    const angry = new Proxy({}, { ownKeys: () => expect.unreachable('looked at'), get: () => expect.unreachable() });
    const getter = {
      get err(): never {
        throw new Error('do not look');
      },
    };
    const nested = { inner: getter };
    let deep: unknown = 'x';
    for (let n = 0; n < 2000; n += 1) deep = [deep];
    for (const odd of [
      angry,
      getter,
      nested,
      { deep },
      { big: 10n },
      Symbol('s'),
      () => 1,
      null,
      undefined,
      Number.NaN,
    ])
      expect(() => log.info(odd as object)).not.toThrow();
    expect(lines()).toHaveLength(10);
  });

  it('[CR21] is written in a time that grows with its length only', () => {
    const { log, lines } = record();
    const begin = performance.now();
    for (const text of ['?', '#', '//', '&a=', 'eyJ', 'Bearer ', 'v', 'vk_', '.', '@', '1,', '"1":1,', '\\'])
      log.info({ x: text.repeat(100_000) });
    expect(lines()).toHaveLength(13);
    expect(performance.now() - begin).toBeLessThan(20_000);
  });
});
