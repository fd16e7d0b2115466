// Server-sent events from the body of an answer.

export interface SseEvent {
  readonly name: string;
  readonly data: string;
  readonly id?: string;
}

export async function* readSse(body: AsyncIterable<Uint8Array>): AsyncGenerator<SseEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = readBlock(block);
      if (event !== undefined) yield event;
    }
  }
}

/** Undefined: a comment that only says that the line lives. */
function readBlock(block: string): SseEvent | undefined {
  const fields = block.split('\n').map((line) => /^(\w+): ?(.*)$/s.exec(line));
  const all = (name: string) => fields.flatMap((field) => (field?.[1] === name ? [field[2] as string] : []));
  const [id] = all('id');
  const [name] = all('event');
  const data = all('data');
  if (name === undefined && data.length === 0 && id === undefined) return undefined;
  return { name: name ?? 'message', data: data.join('\n'), ...(id === undefined ? {} : { id }) };
}
