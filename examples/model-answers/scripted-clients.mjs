// Clients with the shapes of the real ones, which say what they are told to: no key, no network. `asked` keeps what a model
// was sent. `fails`: in which way the client fails, as the real one does.

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

export function scriptedChatCompletions(answers, fails) {
  const { asked, next } = script(answers);
  async function* stream(messages) {
    yield { choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] };
    for (const content of next(messages)) yield { choices: [{ index: 0, delta: { content } }] };
    if (fails === 'error') yield { error: { message: 'overloaded' } };
    if (fails !== undefined && fails !== 'cut') return;
    yield { choices: [{ index: 0, delta: {}, finish_reason: fails === 'cut' ? 'length' : 'stop' }] };
    yield { choices: [], usage: { total_tokens: 1 } };
  }
  return { asked, client: { chat: { completions: { create: async ({ messages }) => stream(messages) } } } };
}

export function scriptedAnthropic(answers, fails) {
  const { asked, next } = script(answers);
  async function* stream(messages) {
    yield { type: 'message_start', message: { role: 'assistant', content: [] } };
    yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
    yield { type: 'ping' };
    for (const text of next(messages)) {
      yield { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } };
    }
    yield { type: 'content_block_stop', index: 0 };
    if (fails === 'error') yield { type: 'error', error: { type: 'overloaded_error', message: 'overloaded' } };
    if (fails !== undefined && fails !== 'cut') return;
    const stop_reason = fails === 'cut' ? 'max_tokens' : 'end_turn';
    yield { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 1 } };
    yield { type: 'message_stop' };
  }
  return { asked, client: { messages: { create: async ({ messages }) => stream(messages) } } };
}

export function scriptedAiSdk(answers, fails) {
  const { asked, next } = script(answers);
  function* stream(messages) {
    yield { type: 'start' };
    for (const text of next(messages)) yield { type: 'text-delta', id: '0', text };
    if (fails === 'error') yield { type: 'error', error: new Error('overloaded') };
    if (fails === undefined || fails === 'cut')
      yield { type: 'finish', finishReason: fails === 'cut' ? 'length' : 'stop' };
  }
  return { asked, streamText: ({ messages }) => ({ fullStream: ReadableStream.from(stream(messages)) }) };
}
