// Answers as they leave: JSON, and the headers that stand on every one of them.

/** An answer is for its caller alone, is what it says it is, and is shown in no other page. */
export const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** What a browser may do with an answer that is no page: nothing. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export type HeaderTable = { readonly [name: string]: string };

const DATA_HEADERS = { ...COMMON_HEADERS, 'content-security-policy': DATA_POLICY };
const JSON_HEADERS = { ...DATA_HEADERS, 'content-type': 'application/json; charset=utf-8' };

export function dataAnswer(
  status: number,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
  headers: HeaderTable,
): Response {
  return new Response(body, { status, headers: { ...DATA_HEADERS, ...headers } });
}

/** The answer of somebody else: what it does not say about itself is said for it. */
export function guarded(answer: Response): Response {
  for (const [name, value] of Object.entries(DATA_HEADERS))
    if (!answer.headers.has(name)) answer.headers.set(name, value);
  return answer;
}

export function jsonAnswer(status: number, value: object | null, headers?: HeaderTable): Response {
  return jsonTextAnswer(status, JSON.stringify(value), headers);
}

/** What is JSON already. */
export function jsonTextAnswer(status: number, text: string, headers?: HeaderTable): Response {
  return new Response(text, {
    status,
    headers: headers === undefined ? JSON_HEADERS : { ...JSON_HEADERS, ...headers },
  });
}
