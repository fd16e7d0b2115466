// Clients with the shapes of the real ones, which say what they are told to: no key, no network. `asked` keeps what a model
// was sent.

/** Text in pieces of uneven length, as tokens come. */
function* pieces(text) {
  for (let at = 0, size = 1; at < text.length; at += size, size = (size % 7) + 1) yield text.slice(at, at + size);
}

function script(answers) {
  const asked = [];
  return {
    asked,
    next(messages) {
      asked.push(messages);
      return pieces(answers[Math.min(asked.length, answers.length) - 1]);
    },
  };
}

export function scriptedChatCompletions(answers) {
  const { asked, next } = script(answers);
  async function* stream(messages) {
    yield { choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] };
    for (const content of next(messages)) yield { choices: [{ index: 0, delta: { content } }] };
    yield { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
    yield { choices: [], usage: { total_tokens: 1 } };
  }
  return { asked, client: { chat: { completions: { create: async ({ messages }) => stream(messages) } } } };
}

export function scriptedAnthropic(answers) {
  const { asked, next } = script(answers);
  async function* stream(messages) {
    yield { type: 'message_start', message: { role: 'assistant', content: [] } };
    yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
    yield { type: 'ping' };
    for (const text of next(messages)) {
      yield { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } };
    }
    yield { type: 'content_block_stop', index: 0 };
    yield { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } };
    yield { type: 'message_stop' };
  }
  return { asked, client: { messages: { create: async ({ messages }) => stream(messages) } } };
}

export function scriptedAiSdk(answers) {
  const { asked, next } = script(answers);
  const textStream = (messages) => ReadableStream.from(next(messages));
  return { asked, streamText: ({ messages }) => ({ textStream: textStream(messages) }) };
}
