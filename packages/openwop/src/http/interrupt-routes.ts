// Interrupts over HTTP: opened by the agent, resolved by node or by token. A token is a credential of its own.

import { defined, type JsonObject } from '@vitrine/core/internal';
import { timeAt } from '@vitrine/face-kit';
import {
  INTERRUPT_FIELDS,
  type Interrupt,
  interruptOf,
  newInterruptId,
  readInterrupt,
} from '../interrupts/interrupt.ts';
import { assertOpen, type Resolution, type Resolved, resolve } from '../interrupts/resolve.ts';
import { assertNamesWithoutSecrets } from '../interrupts/resume-value.ts';
import type { TokenClaims } from '../interrupts/tokens.ts';
import type { Run } from '../runs/run.ts';
import {
  assertRunning,
  authorOf,
  changeRun,
  fieldsOf,
  findRun,
  type Route,
  type Services,
  type WopCall,
} from './call.ts';
import { answer, invalid, notFound, Refusal, type Reply } from './refusal.ts';

export const INTERRUPT_ROUTES: readonly Route[] = [
  { method: 'POST', path: /^\/runs\/([^/:]+)\/interrupts$/, answer: openOne },
  { method: 'GET', path: /^\/runs\/([^/:]+)\/interrupts\/([^/]+)$/, viewers: true, answer: lookAt },
  { method: 'POST', path: /^\/runs\/([^/:]+)\/interrupts\/([^/]+)$/, viewers: true, answer: resolveAt },
];

/**
 * A run begins to wait. The same key is the same interrupt for as long as the run lives: asked again while it waits, it is
 * the one that waits; asked again when it was resolved, its answer stands (interrupt.md §Payload).
 */
async function openOne(call: WopCall): Promise<Reply> {
  // What each may be is asked when the run is known to go on.
  const body = await fieldsOf(call, Object.keys(INTERRUPT_FIELDS));
  const { port, registry, settings } = call.services;
  return changeRun(call, async (run) => {
    assertRunning(run);
    const asked = readInterrupt(body, `${run.id}:${String(body.nodeId)}:${run.interrupts.size}`);
    const token = await tokensFor(call.services, run);
    assertNamesWithoutSecrets(port, asked);
    const known = run.interruptOfKey(asked.key);
    if (known?.kind === asked.kind && known.nodeId === asked.nodeId) return answer(200, described(run, known, token));
    if (known !== undefined)
      throw new Refusal(409, 'interrupt_key_conflict', 'The key belongs to another interrupt of this run.');
    if (run.waitsFor.some(({ nodeId }) => nodeId === asked.nodeId))
      throw new Refusal(409, 'interrupt_pending', 'The node waits for an answer already.');
    if (run.waitsFor.length >= settings.openInterrupts)
      throw new Refusal(429, 'rate_limited', `A run waits for ${settings.openInterrupts} answers at most.`);
    const { nodeId, ...payload } = port.transport.redact(asked).value;
    const event = {
      ...{ type: 'interrupt.requested', nodeId, payload: payload as JsonObject },
      ...{ own: { interrupt: newInterruptId() }, contentTrust: run.contentTrust },
    };
    const reply = answer(201, described(run, interruptOf(event, timeAt(port.transport.now())), token));
    await registry.write(run, [{ event }], authorOf(call), () => call.keep(reply));
    return reply;
  });
}

async function lookAt(call: WopCall): Promise<Reply> {
  const run = await findRun(call);
  const interrupt = interruptAt(run, call.params[1] ?? '');
  // A token would outlive the viewer's own, which can be taken back.
  const token = call.caller.role === 'agent' ? await tokensFor(call.services, run) : undefined;
  return answer(200, described(run, interrupt, token));
}

async function resolveAt(call: WopCall): Promise<Reply> {
  const by = readResolution(await fieldsOf(call, ['resumeValue', 'submission']));
  // A person answers with a credential of their own; whoever has the key of the agent is a program.
  const who = by.submission !== undefined ? 'surface' : call.caller.role === 'viewer' ? 'person' : 'caller';
  return changeRun(call, async (run) => {
    const interrupt = interruptAt(run, call.params[1] ?? '');
    return resolved(call, run, interrupt, { ...by, who, author: authorOf(call) });
  });
}

function readResolution({ resumeValue, submission }: JsonObject): Pick<Resolution, 'resumeValue' | 'submission'> {
  if ((resumeValue === undefined) === (submission === undefined)) throw invalid('Send resumeValue, or submission.');
  return defined({ resumeValue, submission });
}

async function resolved(
  { services, keep }: Pick<WopCall, 'services' | 'keep'>,
  run: Run,
  interrupt: Interrupt,
  by: Resolution,
): Promise<Reply> {
  const kept: Resolution['keep'] = (after, done) => keep(answerOf(after, done));
  return answerOf(run, await resolve(services, run, interrupt, { ...by, keep: kept }));
}

function answerOf(run: Run, { interrupt, resumeValue, sequence }: Omit<Resolved, 'seq'>): Reply {
  const { id, nodeId, kind } = interrupt;
  const interruptId = run.interruptName(id);
  return answer(200, { runId: run.id, interruptId, nodeId, kind, status: run.status, resumeValue, sequence });
}

function interruptAt(run: Run, nodeId: string): Interrupt {
  const found = run.interruptAt(nodeId);
  if (found === undefined) throw notFound('The run does not wait at this node.');
  return found;
}

/** As it is told; to the agent with the token, for whoever shall resolve it without a key. */
function described(run: Run, interrupt: Interrupt, token: TokenOf | undefined): JsonObject {
  const { id, nodeId, kind, key, data, state, resumeSchema, timeoutMs, resumeValue } = interrupt;
  return {
    ...{ runId: run.id, interruptId: run.interruptName(id), nodeId, kind, key, data, state },
    ...defined({ resumeSchema, timeoutMs, resumeValue }),
    ...(state === 'open' ? token?.(interrupt) : {}),
  };
}

type TokenOf = (interrupt: Interrupt) => JsonObject;

/** A token ends with its interrupt, and with its agent. */
async function tokensFor({ tokens, port, settings }: Services, run: Run): Promise<TokenOf | undefined> {
  const agent = await port.identity.agent(run.agent);
  if (agent === undefined) return undefined;
  return ({ id, due }) => {
    const restMs = due === undefined ? settings.tokenMs : due - port.transport.now();
    const expiresAt = port.identity.now() + restMs;
    const token = tokens.make({ session: run.session, interrupt: id, expiresAt, epoch: agent.grant.epoch });
    const tokenUrl = `${run.major === 1 ? '/v1' : ''}/interrupts/${token}`;
    return { token, tokenUrl, expiresAt: new Date(port.transport.now() + restMs).toISOString() };
  };
}

/** What /interrupts/{token} says by itself. Refuses what the host has not signed, and what its agent was revoked of. */
export async function readToken(services: Services, token: string): Promise<TokenClaims> {
  const claims = services.tokens.read(token);
  const row = await services.port.sessions.find(claims.session);
  if (row !== undefined) assertAgentHolds(services, row.agent, claims);
  return claims;
}

function assertAgentHolds({ port }: Services, agent: string, { epoch }: TokenClaims): void {
  if (!port.identity.holds({ agent, epoch }))
    throw new Refusal(401, 'interrupt_token_invalid', 'The agent of this interrupt was revoked.');
}

export function lookByToken(services: Services, token: string): Promise<Reply> {
  return withToken(services, token, async (_run, { kind, key, data, resumeSchema, timeoutMs, nodeId }) => {
    return answer(200, defined({ kind, key, data, nodeId, resumeSchema, timeoutMs }));
  });
}

export async function resolveByToken(
  services: Services,
  token: string,
  text: string,
  keep: WopCall['keep'],
): Promise<Reply> {
  const by = readResolution(await fieldsOf({ services, text }, ['resumeValue', 'submission']));
  const who = by.submission === undefined ? 'caller' : 'surface';
  return withToken(services, token, (run, interrupt) =>
    resolved({ services, keep }, run, interrupt, { ...by, who, author: { role: 'host', id: 'token' } }),
  );
}

/** The interrupt while it waits and the token holds. */
async function withToken(
  services: Services,
  token: string,
  work: (run: Run, interrupt: Interrupt) => Promise<Reply>,
): Promise<Reply> {
  const { port, registry, tokens } = services;
  const answered = await registry.exclusive(tokens.read(token).session, async (run) => {
    // Its key may have been dropped while others had their turn.
    const claims = tokens.read(token);
    const interrupt = run.interrupts.get(claims.interrupt);
    if (interrupt === undefined) return undefined;
    assertAgentHolds(services, run.agent, claims);
    assertOpen(run, interrupt, port.transport.now());
    if (claims.expiresAt <= port.identity.now())
      throw new Refusal(410, 'interrupt_expired', 'The time of the token is over.');
    return work(run, interrupt);
  });
  if (answered === undefined) throw notFound('There is no such interrupt.');
  return answered;
}
