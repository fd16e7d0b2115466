// The limit of a message for what an agent shows in a session of this protocol (AgentChains A2UI §8.2): what is larger is
// refused to the agent, because no client would have to take it.

import { issue, type Op, type PortGuard, type ViewerEvent } from '@vitrine/core/internal';

export function guardPayload(isFollowed: (session: string) => boolean, maxBytes: number): PortGuard {
  return (session, body, from) => {
    if (from !== 'agent' || !body.some(isLarge) || !isFollowed(session)) return undefined;
    const bytes = Buffer.byteLength(JSON.stringify(body));
    if (bytes <= maxBytes) return undefined;
    const message = `Payload exceeds maximum size: ${bytes} bytes, and the limit is ${maxBytes}.`;
    return issue('VITRINE_BODY_SIZE', 'error', message);
  };
}

/** Not worth measuring: agents send many tasks, and their words are few. */
const SHORT = 1000;

function isLarge(part: Op | ViewerEvent): boolean {
  return 'op' in part && (part.op !== 'task' || (part.message?.length ?? 0) > SHORT);
}
