/// <reference lib="dom" />
// What every page of a peer shares: it is fed by the session's stream in the peer's own dialect, and sends what the peer
// says to the host. Nothing of Vitrine runs in these pages; the token stands in the fragment of their address.

export interface Sent {
  readonly message: object;
  readonly answer: unknown;
}

export interface PeerPage {
  readonly sent: Sent[];
  /** Messages that are on their way. */
  posting: number;
  /** What the peer threw at a message of the host. */
  readonly thrown: string[];
  isReady: boolean;
  /** The seq of the last entry that was shown. */
  seq: number;
}

declare global {
  interface Window {
    readonly peer: PeerPage;
  }
}

const peer: PeerPage = { sent: [], posting: 0, thrown: [], isReady: false, seq: 0 };
Object.assign(window, { peer });

const given = new URLSearchParams(location.hash.slice(1));
const session = `/sessions/${given.get('session')}`;
const authorization = `Bearer ${given.get('token')}`;

export async function post(dialect: string, message: object): Promise<void> {
  peer.posting++;
  const response = await fetch(`${session}/events?dialect=${dialect}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
  peer.sent.push({ message, answer: await response.json() });
  peer.posting--;
}

/** Until the session is closed. EventSource cannot say who it is. */
export async function follow(dialect: string, take: (message: never) => void): Promise<void> {
  const response = await fetch(`${session}/stream?dialect=${dialect}`, { headers: { authorization } });
  if (response.body === null || !response.ok) throw new Error(`The stream is refused: ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += chunk.value;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) receive(fieldsOf(block), take);
  }
}

function fieldsOf(block: string): ReadonlyMap<string, string> {
  return new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }),
  );
}

function receive(fields: ReadonlyMap<string, string>, take: (message: never) => void): void {
  const data = fields.get('data');
  if (fields.get('event') === 'ready') peer.isReady = true;
  else if (!fields.has('event') && data !== undefined) {
    try {
      take(JSON.parse(data) as never);
    } catch (error) {
      peer.thrown.push(`${error instanceof Error ? error.message : error} (${data.slice(0, 300)})`);
    }
  }
  const id = fields.get('id');
  if (id !== undefined) peer.seq = Number(id);
}
