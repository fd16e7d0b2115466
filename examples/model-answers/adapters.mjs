// A model is one function from messages to an async iterable of text. This is all that lies between the usual clients and
// that: which field of which event holds the text. No client is imported; each adapter takes one that exists.

/** Chat completions with `stream: true`: OpenAI and the many servers that speak like it. */
export function chatCompletions(client, model) {
  return async function* (messages, { signal } = {}) {
    const chunks = await client.chat.completions.create({ model, messages, stream: true }, { signal });
    for await (const { choices } of chunks) {
      const text = choices?.[0]?.delta?.content;
      if (text) yield text;
    }
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
    for await (const event of await client.messages.create(request, { signal })) {
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') yield event.delta.text;
    }
  };
}

/** The AI SDK: `streamText` gives the text as a stream of its own. */
export function aiSdk(streamText, model) {
  return (messages, { signal } = {}) => streamText({ model, messages, abortSignal: signal }).textStream;
}
