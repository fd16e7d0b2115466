// A model is one function from messages to an async iterable of text. This is all that lies between the usual clients and
// that: which field of which event holds the text, and how a client says that it failed. Not every client throws then, so
// each adapter does: what ends early is no answer. No client is imported; each adapter takes one that exists.

/** Chat completions with `stream: true`: OpenAI and the many servers that speak like it. */
export function chatCompletions(client, model) {
  return async function* (messages, { signal } = {}) {
    const chunks = await client.chat.completions.create({ model, messages, stream: true }, { signal });
    let end;
    for await (const { choices, error } of chunks) {
      if (error) throw failure(error);
      const text = choices?.[0]?.delta?.content;
      if (text) yield text;
      end = choices?.[0]?.finish_reason ?? end;
    }
    assertEnd(end, ['stop']);
  };
}

/** Anthropic's Messages: the system prompt stands beside the messages, text comes in deltas of blocks. */
export function anthropicMessages(client, model, maxTokens = 8192) {
  return async function* (messages, { signal } = {}) {
    const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
    const request = {
      model,
      max_tokens: maxTokens,
      stream: true,
      messages: messages.filter(({ role }) => role !== 'system'),
      ...(system.length > 0 && { system: system.join('\n\n') }),
    };
    let end;
    for await (const event of await client.messages.create(request, { signal })) {
      if (event.type === 'error') throw failure(event.error);
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') yield event.delta.text;
      if (event.type === 'message_delta') end = event.delta?.stop_reason ?? end;
    }
    assertEnd(end, ['end_turn', 'stop_sequence']);
  };
}

/** The AI SDK: its `textStream` leaves errors out and ends as if nothing had been, its `fullStream` tells them. */
export function aiSdk(streamText, model) {
  return async function* (messages, { signal } = {}) {
    const { fullStream } = streamText({ model, messages, abortSignal: signal });
    let end;
    for await (const part of fullStream) {
      if (part.type === 'error') throw failure(part.error);
      if (part.type === 'text-delta') yield part.text ?? part.textDelta ?? '';
      if (part.type === 'finish') end = part.finishReason;
      if (part.type === 'abort') end = 'abort';
    }
    assertEnd(end, ['stop']);
  };
}

function failure(error) {
  return error instanceof Error ? error : new Error(String(error?.message ?? error));
}

/** An answer that was cut, filtered or lost on its way is not one that the model meant to give. */
function assertEnd(end, whole) {
  if (!whole.includes(end))
    throw new Error(`The model did not finish its answer (${end ?? 'the stream ended early'}).`);
}
