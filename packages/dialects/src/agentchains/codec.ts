// The dialect `agentchains`: JSON-RPC 2.0 messages, one surface a component, questions and tasks with ids of their own.

import { isObject, type Json } from '@vitrine/core/internal';
import type { Dialect } from '../dialect.ts';
import { decodeAgentMessage } from './decode.ts';
import { encode, encodeSteps, join, joinSteps, type Memory } from './encode.ts';
import { issueFor } from './errors.ts';
import { decodeViewerMessage, encodeEvent } from './events.ts';
import { locate } from './locate.ts';

export const agentchainsDialect: Dialect<Memory> = {
  id: 'agentchains',
  versions: [],
  recognizes,
  decode: (wire, view, from, moment) =>
    from === 'agent' ? decodeAgentMessage(wire, view, moment) : decodeViewerMessage(wire, view),
  locate,
  join,
  joinSteps,
  encode,
  encodeSteps,
  encodeEvent,
  issueFor,
};

/** JSON-RPC, and a method of its name space: MCP and A2A speak JSON-RPC too. */
function recognizes(wire: Json): boolean {
  if (!isObject(wire) || typeof wire.method !== 'string') return false;
  return /^(ui|user|a2ui)\./.test(wire.method) || (wire.method === 'ping' && wire.jsonrpc !== undefined);
}
