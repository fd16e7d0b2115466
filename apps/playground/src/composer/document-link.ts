// A document in the fragment of an address: compressed, in characters that links keep. The fragment is never sent to a server.

const PREFIX = '#doc=';
/** What a link may unfold to: a short one could hold gigabytes of spaces. */
const MAX_TEXT = 4 * 1024 * 1024;

export async function writeLink(text: string, page: URL | Location): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const safe = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${page.origin}${page.pathname}${PREFIX}${safe}`;
}

export function isLink(hash: string): boolean {
  return hash.startsWith(PREFIX);
}

/** Undefined where the link was cut or changed on its way, or is larger than a link has a reason to be. */
export async function readLink(hash: string): Promise<string | undefined> {
  try {
    const binary = atob(hash.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return await readText(stream.getReader(), MAX_TEXT);
  } catch {
    return undefined;
  }
}

/** The text of a stream; undefined where it does not end within a limit. Rejects what is not UTF-8. */
export async function readText(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  most: number,
): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [text, length] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    if (length > most) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
