// The page that an app of somebody else stands in, on an origin of its own: it makes the inner frame, passes on what the app and our
// page say to each other, and nothing else. Its policy stands in its header. It keeps nothing and knows nobody's token.

import { COMMON_HEADERS } from '@vitrine/face-kit';
import { policyHeader, sourcesIn } from './app-policy.ts';

export const SANDBOX_PATH = '/mcp-apps/sandbox';

/** One message of an app, as JSON, and so many of them within a second. */
const MAX_MESSAGE = 256 * 1024;
const MAX_MESSAGES = 100;

/** Where the sandbox for an app is: its policy travels in the address, and holds for whatever is shown there. */
export function sandboxAddress(
  origin: string,
  {
    page,
    connect,
    load,
  }: { readonly page: string; readonly connect: readonly string[]; readonly load: readonly string[] },
): string {
  return `${origin}${SANDBOX_PATH}?${new URLSearchParams({ page, connect: connect.join(' '), load: load.join(' ') })}`;
}

/** Undefined: the address names no page that it could be shown in. */
export function sandboxAnswer(url: URL): Response | undefined {
  const page = url.searchParams.get('page') ?? '';
  if (!/^https?:\/\/[a-z0-9.:[\]-]+$/i.test(page) || !URL.canParse(page) || new URL(page).origin !== page)
    return undefined;
  const [connect, load] = ['connect', 'load'].map((name) => sourcesIn((url.searchParams.get(name) ?? '').split(' ')));
  return new Response(DOCUMENT.replace('PAGE', JSON.stringify(page)), {
    headers: {
      ...COMMON_HEADERS,
      'cross-origin-resource-policy': 'cross-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), clipboard-write=(), display-capture=(), usb=()',
      'content-security-policy': policyHeader({ connect: connect ?? [], load: load ?? [] }, page),
      'content-type': 'text/html; charset=utf-8',
    },
  });
}

const DOCUMENT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>App</title>
<style>html, body, iframe { margin: 0; width: 100%; height: 100%; border: 0; display: block; background: transparent }</style>
<script>
(() => {
  const page = PAGE;
  const reserved = 'ui/notifications/sandbox-';
  let inner, second = 0, count = 0;
  const tell = (method, params) => parent.postMessage({ jsonrpc: '2.0', method: reserved + method, params }, page);
  const end = (reason) => {
    inner.remove();
    inner = undefined;
    tell('fault', { reason });
  };
  const lengthOf = (message) => {
    try { return JSON.stringify(message).length; } catch { return Infinity; }
  };
  const fromPage = (message) => {
    if (message?.method !== reserved + 'resource-ready') return inner?.contentWindow.postMessage(message, '*');
    if (inner !== undefined) return;
    inner = document.createElement('iframe');
    inner.title = document.title;
    inner.setAttribute('sandbox', 'allow-scripts');
    inner.srcdoc = message.params.html;
    document.body.append(inner);
  };
  const fromApp = (message) => {
    const now = Math.floor(performance.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    if (count > ${MAX_MESSAGES}) return end('flood');
    if (!(lengthOf(message) <= ${MAX_MESSAGE})) return end('size');
    if (message?.jsonrpc !== '2.0') return;
    if (String(message.method).startsWith(reserved)) return end('forged');
    parent.postMessage(message, page);
  };
  addEventListener('message', ({ source, origin, data }) => {
    if (source === parent && origin === page) fromPage(data);
    else if (inner !== undefined && source === inner.contentWindow) fromApp(data);
  });
  addEventListener('DOMContentLoaded', () => tell('proxy-ready', {}));
})();
</script>
<body></body>
</html>
`;
