// The limit of a message for what an agent shows in a session of this protocol (AgentChains A2UI §8.2): what is larger is
// refused to the agent, because no client would have to take it.

import type { Issue, Op, PortGuard, ViewerEvent } from '@vitrine/core';

export function guardPayload(isFollowed: (session: string) => boolean, most: number): PortGuard {
  return (session, body, from) => {
    if (from !== 'agent' || !body.some(isLarge) || !isFollowed(session)) return undefined;
    const bytes = Buffer.byteLength(JSON.stringify(body));
    return bytes <= most ? undefined : tooLarge(bytes, most);
  };
}

/** Not worth measuring: agents send many tasks, and their words are few. */
const SHORT = 1000;

function isLarge(part: Op | ViewerEvent): boolean {
  return 'op' in part && (part.op !== 'task' || (part.message?.length ?? 0) > SHORT);
}

function tooLarge(bytes: number, most: number): Issue {
  const message = `Payload exceeds maximum size: ${bytes} bytes, and the limit is ${most}.`;
  return { code: 'VITRINE_BODY_SIZE', severity: 'error', fault: 'agent', message };
}
