import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../test/runs.ts';
import { checkLink, checkMedia, DEFAULT_URL_POLICY, isSameOrigin, type UrlPolicy } from './url.ts';

const BASE = 'https://app.example/dir/page?x#y';
const based: UrlPolicy = { media: [], links: 'web', base: BASE };

function link(url: unknown, policy: UrlPolicy = DEFAULT_URL_POLICY): string {
  const outcome = checkLink(url, policy);
  return outcome.ok ? outcome.value : reason(outcome.issues);
}

function media(url: unknown, allowed: readonly string[], kind: 'image' | 'audio' | 'video' = 'image', base?: string) {
  const policy: UrlPolicy =
    base === undefined ? { media: allowed, links: 'web' } : { media: allowed, links: 'web', base };
  const outcome = checkMedia(url, kind, policy);
  return outcome.ok ? outcome.value : reason(outcome.issues);
}

function reason(issues: readonly { readonly code: string; readonly message: string }[]): string {
  expect(issues).toHaveLength(1);
  expect(issues[0]?.code).toBe('VITRINE_URL_REFUSED');
  expect(issues[0]?.message).toMatch(/^The URL .*is refused: .+\.$/s);
  return (issues[0]?.message ?? '').replace(/^.* is refused: /s, '! ');
}

describe('links', () => {
  it('[UR1] http and https links come back absolute and normalised', () => {
    expect(link('https://example.com')).toBe('https://example.com/');
    expect(link('HTTPS://EXAMPLE.com:443/a/../b c?q=\u00e9#f')).toBe('https://example.com/b%20c?q=%C3%A9#f');
    expect(link('http://example.com:80/x')).toBe('http://example.com/x');
    expect(link('https://ex%61mple.com/')).toBe('https://example.com/');
    expect(link('https://0x7f.1/')).toBe('https://127.0.0.1/');
  });

  it('[UR1] relative links resolve against the base', () => {
    expect(link('/a', based)).toBe('https://app.example/a');
    expect(link('a?b#c', based)).toBe('https://app.example/dir/a?b#c');
    expect(link('../../..', based)).toBe('https://app.example/');
    expect(link('#part', based)).toBe('https://app.example/dir/page?x#part');
    expect(link('//other.example/x', based)).toBe('https://other.example/x');
    expect(link('a:b/../c', based)).toContain('! the scheme "a:"');
    expect(link('./a:b', based)).toBe('https://app.example/dir/a:b');
    expect(link('/x@y', based)).toBe('https://app.example/x@y');
  });

  it('[UR2] M01 every other scheme is refused in any spelling', () => {
    const urls = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'javascript://example.com/%0aalert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:msgbox(1)',
      'file:///etc/passwd',
      'blob:https://app.example/1-2-3',
      'about:blank',
      'mailto:a@example.com',
      'ftp://example.com/',
      'ws://example.com/',
      'view-source:https://example.com',
      'filesystem:https://example.com/x',
      'intent://example.com#Intent;end',
    ];
    for (const url of urls) {
      expect(link(url)).toMatch(/^! the scheme "[a-z-]+:" is neither http: nor https:\.$/);
      expect(link(url, based)).toMatch(/^! the scheme /);
    }
    expect(link('javascript&colon;alert(1)')).toBe('! it is not an absolute URL.');
    expect(link('&#106;avascript:alert(1)', based)).toBe('https://app.example/dir/&#106;avascript:alert(1)');
    expect(link('x', { ...based, base: 'javascript:alert(1)' })).toMatch(/^! /);
    expect(link('x', { ...based, base: 'file:///srv/' })).toMatch(/^! the scheme "file:"/);
    expect(link('https://example.com', { ...based, base: 'nonsense' })).toMatch(/^! /);
  });

  it('[UR3] control characters and outer white space are refused', () => {
    const controls = [
      'java\nscript:alert(1)',
      'java\tscript:alert(1)',
      'java\rscript:x',
      '\u0001javascript:x',
      'https://a.example/\0',
    ];
    for (const url of [
      ...controls,
      'https://a.exa\nmple/',
      '/a\tb',
      'https://a.example/\u007f',
      'https://a.example/\u0085',
    ]) {
      expect(link(url, based)).toBe('! it contains a control character.');
    }
    for (const url of [
      ' javascript:alert(1)',
      ' https://a.example',
      'https://a.example ',
      '\u00a0https://a.example',
      '\ufeffhttps://a',
    ]) {
      expect(link(url, based)).toBe('! it begins or ends with white space.');
    }
  });

  it('[UR4] M02 user names and passwords are refused', () => {
    const urls = [
      'https://user:pw@host.example',
      'https://good.example@evil.example/',
      'https://:pw@host.example',
      'https://@host.example',
    ];
    for (const url of [
      ...urls,
      'https://good.example%2F@evil.example',
      'https://a@b@c.example',
      '//user@host.example',
    ]) {
      expect(link(url, based)).toBe('! it carries a user name or a password.');
    }
    expect(link('https://host.example/@user?a=b@c')).toBe('https://host.example/@user?a=b@c');
  });

  it('[UR5] backslashes and missing or surplus slashes are refused', () => {
    for (const url of [
      'https:\\\\evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'https://good.example\\@evil.example',
      '\\javascript:x',
    ]) {
      expect(link(url, based)).toBe('! it contains a backslash.');
    }
    for (const url of [
      'https:evil.example',
      'https:/evil.example',
      'https:///evil.example',
      'HTTP:x',
      'http:',
      'https://',
      '///evil.example',
      '//',
    ]) {
      expect(link(url, based)).toBe('! two slashes and a host must stand before the path.');
    }
  });

  it('[UR6] a URL of more than 8192 characters is refused, as written and as normalised', () => {
    const fill = (length: number, letter: string) => `https://a.example/${letter.repeat(length - 18)}`;
    expect(link(fill(8192, 'x'))).toHaveLength(8192);
    expect(link(fill(8193, 'x'))).toBe('! it is longer than 8192 characters.');
    expect(link(fill(4000, '\u00e9'))).toBe('! it is longer than 8192 characters.');
    expect(media(fill(8193, 'x'), ['*'])).toBe('! it is longer than 8192 characters.');
  });

  it('[UR7] what is no URL is refused with its reason', () => {
    for (const url of [undefined, null, 7, true, {}, ['https://a.example'], { toString: () => 'https://a.example' }]) {
      expect(link(url)).toMatch(/^! a URL is a string, not /);
      expect(media(url, ['*'])).toMatch(/^! a URL is a string, not /);
    }
    expect(link('', based)).toBe('! it is empty.');
    for (const url of ['example.com', '/a', '//a.example', 'a b', '?x', '#x'])
      expect(link(url)).toBe('! it is not an absolute URL.');
    for (const url of [
      'https://a b/',
      'https://[::1',
      'https://a.example:99999/',
      'https://%00/',
      'https://256.256.256.256/',
      'https://?x',
    ]) {
      expect(link(url, based)).toBe('! it is not a valid URL.');
    }
  });

  it('[UR7] no text throws, and what is accepted is http or https without credentials', () => {
    const unit = fc.constantFrom(...'htps:/\\@.?#%a1[]\u00e9\t\n jvscriptdata&;=*\u{1f600}\ud800');
    const urls = fc.oneof(
      fc.string({ unit, maxLength: 30 }),
      fc.webUrl(),
      fc.string({ unit: 'binary', maxLength: 30 }),
    );
    fc.assert(
      fc.property(fc.constantFrom('', 'https:', 'https://', '//', 'data:image/png;base64,'), urls, (head, tail) => {
        const outcome = checkLink(head + tail, based);
        checkMedia(head + tail, 'image', { ...based, media: ['*', 'self', tail] });
        if (!outcome.ok) return;
        const url = new URL(outcome.value);
        expect(['http:', 'https:']).toContain(url.protocol);
        expect(url.username + url.password).toBe('');
        expect(checkLink(outcome.value, based)).toEqual(outcome);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('[UR8] names in other scripts come back as punycode', () => {
    expect(link('https://m\u00fcnchen.example/\u00fc')).toBe('https://xn--mnchen-3ya.example/%C3%BC');
    expect(link('https://\u0430pple.com/')).toBe('https://xn--pple-43d.com/');
    expect(link('https://\uff45xample\u3002com/')).toBe('https://example.com/');
    expect(media('https://\u0430pple.com/a.png', ['apple.com'])).toBe(
      '! image from the host "xn--pple-43d.com" is not allowed here.',
    );
  });

  it('[UR9] links may be turned off', () => {
    expect(link('https://example.com', { media: ['*'], links: 'none' })).toBe('! links are turned off.');
    expect(media('https://example.com/a.png', ['*'])).toBe('https://example.com/a.png');
  });
});

describe('media', () => {
  it('[UR10] media come over https, from loopback hosts also over http', () => {
    const hosts = [
      'cdn.example',
      'localhost',
      'localhost:5173',
      '127.0.0.1:80',
      '127.1.2.3',
      '[::1]:8787',
      'app.localhost',
      'localhost.example',
    ];
    expect(media('https://cdn.example/a.png', hosts)).toBe('https://cdn.example/a.png');
    expect(media('http://cdn.example/a.png', hosts)).toBe('! image must come over https.');
    for (const host of ['localhost', 'localhost:5173', '127.0.0.1', '127.1.2.3', '[::1]:8787', 'app.localhost']) {
      expect(media(`http://${host}/a.mp3`, hosts, 'audio')).toBe(`http://${host}/a.mp3`);
    }
    for (const host of ['localhost.example', 'notlocalhost', '128.0.0.1', '127.0.0.1.example', '[::2]', 'localhost.']) {
      expect(media(`http://${host}/a.mp4`, [...hosts, host, '*'], 'video')).toBe('! video must come over https.');
    }
    for (const url of [
      'javascript:alert(1)',
      'blob:https://cdn.example/1',
      'file:///a.png',
      'ftp://cdn.example/a.png',
    ]) {
      expect(media(url, ['*', 'cdn.example'])).toMatch(/^! the scheme /);
    }
    expect(media('https://user@cdn.example/a.png', ['*'])).toBe('! it carries a user name or a password.');
    expect(media('https:/cdn.example/a.png', ['*'])).toBe('! two slashes and a host must stand before the path.');
  });

  it('[UR11] M03 media come only from hosts on the list', () => {
    const url = 'https://cdn.example/a.png';
    expect(media(url, [])).toBe('! image from the host "cdn.example" is not allowed here.');
    for (const entry of ['cdn.example', 'CDN.example', 'cdn.example:443', '*', '*.example'])
      expect(media(url, [entry])).toBe(url);
    const others = [
      'example',
      '*.cdn.example',
      'dn.example',
      'cdn.example:8443',
      'cdn.example.org',
      'self',
      '',
      '*.',
      '**',
      'https://cdn.example',
    ];
    for (const entry of [...others, 'cdn.example/a', 'x@cdn.example', ' ', 'cdn.*', '.example'])
      expect(media(url, [entry])).toMatch(/^! /);
    expect(media('https://cdn.example:8443/a', ['cdn.example'])).toMatch(/^! /);
    expect(media('https://cdn.example:8443/a', ['cdn.example:8443'])).toBe('https://cdn.example:8443/a');
    expect(media('https://cdn.example./a', ['cdn.example'])).toMatch(/^! /);
    expect(media('https://evilcdn.example/a', ['cdn.example', '*.cdn.example'])).toMatch(/^! /);
    expect(media('https://a.b.cdn.example/a', ['*.cdn.example'])).toBe('https://a.b.cdn.example/a');
    expect(media('https://m\u00fcnchen.example/a', ['m\u00fcnchen.example'])).toBe('https://xn--mnchen-3ya.example/a');
    expect(media('http://localhost/a', ['*'])).toMatch(/^! image from the host "localhost"/);
  });

  it('[UR11] self is the origin of the base', () => {
    expect(media('/a.png', ['self'], 'image', BASE)).toBe('https://app.example/a.png');
    expect(media('/a.png', [], 'image', BASE)).toMatch(/^! image from the host "app.example"/);
    expect(media('/a.png', ['self'], 'image', 'http://127.0.0.1:8787/')).toBe('http://127.0.0.1:8787/a.png');
    expect(media('//evil.example/a.png', ['self'], 'image', BASE)).toMatch(/^! /);
    expect(media('https://app.example:8443/a.png', ['self'], 'image', BASE)).toMatch(/^! /);
    expect(media('https://app.example/a.png', ['self'])).toMatch(/^! /);
  });

  it('[UR12] an image may be a data: URL of a raster format', () => {
    for (const type of ['png', 'jpeg', 'gif', 'webp', 'avif', 'bmp']) {
      expect(media(`data:image/${type};base64,iVBORw0KGgo=`, [])).toBe(`data:image/${type};base64,iVBORw0KGgo=`);
    }
    expect(media('DATA:IMAGE/PNG;BASE64,AAAA', [])).toBe('data:image/png;base64,AAAA');
    expect(media('data:image/jpg;base64,AAA', [])).toBe('data:image/jpeg;base64,AAA');
  });

  it('[UR12] M09 other data: URLs are refused', () => {
    const types = [
      'image/svg+xml;base64',
      'text/html;base64',
      'image/png',
      'image/png;charset=x;base64',
      'image/x-icon;base64',
      ';base64',
      '',
    ];
    for (const type of [...types, 'image/svg+xml', 'image/png,image/svg+xml;base64', ' image/png;base64']) {
      expect(media(`data:${type},AAAA`, ['*'])).toBe(
        '! a data: image must be base64 of png, jpeg, gif, webp, avif or bmp.',
      );
    }
    for (const body of [
      '',
      '=',
      '==',
      'A',
      'AAAAA',
      'AA=',
      'A===',
      'AAAA====',
      'AA AA',
      'AA\nAA',
      'AA%41',
      'AA-_',
      'A=AA',
      'AAAA#x',
      '<svg>',
      'AA@[',
      'AA`{',
    ]) {
      expect(media(`data:image/png;base64,${body}`, ['*'])).toBe('! the image is not valid base64.');
    }
    expect(media('data:audio/mpeg;base64,AAAA', ['*'], 'audio')).toBe('! audio may not be a data: URL.');
    expect(media('data:image/png;base64,AAAA', ['*'], 'video')).toBe('! video may not be a data: URL.');
    expect(link('data:image/png;base64,AAAA')).toMatch(/^! the scheme "data:"/);
  });

  it('[UR12] M08 a data: image holds at most 2 MiB', () => {
    const most = 2 * 1024 * 1024;
    const image = (bytes: number) => `data:image/png;base64,${'A'.repeat(Math.ceil((bytes * 8) / 6))}`;
    const padded = (bytes: number) => `${image(bytes)}${'='.repeat((3 - (bytes % 3)) % 3)}`;
    for (const make of [image, padded]) {
      expect(media(make(most), [])).toBe(make(most));
      expect(media(make(most + 1), [])).toBe('! the image is larger than 2097152 bytes.');
    }
  });
});

describe('origins', () => {
  it('[UR13] isSameOrigin compares scheme, host and port', () => {
    for (const url of ['/x', 'x', '', '#a', 'https://app.example', 'HTTPS://APP.example:443/z', '//app.example/q']) {
      expect([url, isSameOrigin(url, BASE)]).toEqual([url, true]);
    }
    const others = [
      'http://app.example/',
      'https://app.example:444/',
      'https://a.app.example/',
      '//evil.example',
      'https://app.example.',
      'data:,x',
    ];
    for (const url of [
      ...others,
      'blob:https://app.example/1',
      'javascript:x',
      'https://',
      '/\\evil.example',
      'about:blank',
    ]) {
      expect([url, isSameOrigin(url, BASE)]).toEqual([url, false]);
    }
    expect(isSameOrigin('x', 'nonsense')).toBe(false);
    expect(isSameOrigin('about:blank', 'about:blank')).toBe(false);
    expect(isSameOrigin('file:///a', 'file:///b')).toBe(false);
  });
});
