// What a page does with a link: the code of its fragment for a token.

export async function exchangeLink(viewerUrl: string): Promise<string> {
  const { origin, hash } = new URL(viewerUrl);
  const body = JSON.stringify({ code: new URLSearchParams(hash.slice(1)).get('code') });
  const answer = await fetch(`${origin}/viewer`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  return ((await answer.json()) as { readonly token: string }).token;
}
