// Interrupts over HTTP: opened by the agent, resolved by node or by token. A token is a credential of its own.

import type { JsonObject } from '@vitrine/core';
import { INTERRUPT_FIELDS, type Interrupt, readInterrupt } from '../interrupts/interrupt.ts';
import { openInterrupt } from '../interrupts/open-interrupt.ts';
import { assertOpen, type Resolution, type Resolved, resolve } from '../interrupts/resolve.ts';
import type { Run } from '../runs/run.ts';
import {
  assertRunning,
  authorOf,
  type Call,
  changeRun,
  fieldsOf,
  findRun,
  nameOf,
  type Route,
  type Services,
} from './call.ts';
import { answer, invalid, notFound, Refusal } from './refusal.ts';

export const INTERRUPT_ROUTES: readonly Route[] = [
  { method: 'POST', path: /^\/runs\/([^/:]+)\/interrupts$/, answer: openOne },
  { method: 'GET', path: /^\/runs\/([^/:]+)\/interrupts\/([^/]+)$/, viewers: true, answer: lookAt },
  { method: 'POST', path: /^\/runs\/([^/:]+)\/interrupts\/([^/]+)$/, viewers: true, answer: resolveAt },
];

async function openOne(call: Call): Promise<Response> {
  const body = await fieldsOf(call, INTERRUPT_FIELDS);
  const { services } = call;
  return changeRun(call, async (run) => {
    assertRunning(run);
    const asked = readInterrupt(body, `${nameOf(run)}:${String(body.nodeId)}:${run.interrupts.size}`);
    const { interrupt, isNew } = await openInterrupt(services, run, asked, authorOf(call));
    await services.deadlines.watch(run);
    return answer(isNew ? 201 : 200, await described(services, run, interrupt, true));
  });
}

async function lookAt(call: Call): Promise<Response> {
  const run = await findRun(call);
  const interrupt = interruptAt(run, call.params[1] ?? '');
  // A token would outlive the viewer's own, which can be taken back.
  return answer(200, await described(call.services, run, interrupt, call.caller.role === 'agent'));
}

async function resolveAt(call: Call): Promise<Response> {
  const by = readResolution(await fieldsOf(call, ['resumeValue', 'submission']));
  // A person answers with a credential of their own; whoever has the key of the agent is a program.
  const who = by.submission !== undefined ? 'surface' : call.caller.role === 'viewer' ? 'person' : 'caller';
  const resolved = await changeRun(call, async (run) =>
    resolve(call.services, run, interruptAt(run, call.params[1] ?? ''), { ...by, who, author: authorOf(call) }),
  );
  return answerOf(await findRun(call), resolved);
}

function readResolution({ resumeValue, submission }: JsonObject): Pick<Resolution, 'resumeValue' | 'submission'> {
  if ((resumeValue === undefined) === (submission === undefined)) throw invalid('Send resumeValue, or submission.');
  return { ...(resumeValue === undefined ? {} : { resumeValue }), ...(submission === undefined ? {} : { submission }) };
}

function answerOf(run: Run, { interrupt, resumeValue, sequence }: Resolved): Response {
  const { id, nodeId, kind } = interrupt;
  return answer(200, { runId: nameOf(run), interruptId: id, nodeId, kind, status: run.status, resumeValue, sequence });
}

function interruptAt(run: Run, nodeId: string): Interrupt {
  const found = run.interruptAt(nodeId);
  if (found === undefined) throw notFound('The run does not wait at this node.');
  return found;
}

/** As it is told; to the agent with the token, for whoever shall resolve it without a key. */
async function described(services: Services, run: Run, interrupt: Interrupt, isForAgent: boolean): Promise<JsonObject> {
  const { id, nodeId, kind, key, data, state, resumeSchema, timeoutMs, resumeValue } = interrupt;
  const given = isForAgent && state === 'open' ? await tokenOf(services, run, interrupt) : {};
  return {
    ...{ runId: nameOf(run), interruptId: id, nodeId, kind, key, data, state },
    ...(resumeSchema === undefined ? {} : { resumeSchema }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(resumeValue === undefined ? {} : { resumeValue }),
    ...given,
  };
}

/** It ends with its interrupt, and with its agent. */
async function tokenOf({ tokens, port, settings }: Services, run: Run, { id, due }: Interrupt): Promise<JsonObject> {
  const agent = await port.identity.agent(run.agent);
  if (agent === undefined) return {};
  const restMs = due === undefined ? settings.tokenMs : due - port.transport.now();
  const expiresAt = port.identity.now() + restMs;
  const token = tokens.make({ session: run.session, interrupt: id, expiresAt, epoch: agent.grant.epoch });
  const tokenUrl = `${run.major === 1 ? '/v1' : ''}/interrupts/${token}`;
  return { token, tokenUrl, expiresAt: new Date(port.transport.now() + restMs).toISOString() };
}

/** GET and POST of /interrupts/{token}, which needs no other credential. */
export async function answerToken(services: Services, request: Request, token: string): Promise<Response> {
  const { session, interrupt: id, expiresAt, epoch } = services.tokens.read(token);
  const { port } = services;
  const by =
    request.method === 'POST'
      ? readResolution(await fieldsOf({ services, request }, ['resumeValue', 'submission']))
      : undefined;
  const answered = await services.book.alone(session, async (run) => {
    // Its key may have been dropped while the body came.
    services.tokens.read(token);
    const interrupt = run.interrupts.get(id);
    if (interrupt === undefined) return undefined;
    if (!port.identity.holds({ agent: run.agent, epoch }))
      throw new Refusal(401, 'interrupt_token_invalid', 'The agent of this interrupt was revoked.');
    assertOpen(run, interrupt, port.transport.now());
    if (expiresAt <= port.identity.now()) throw new Refusal(410, 'interrupt_expired', 'The time of the token is over.');
    if (by === undefined) {
      const { kind, key, data, resumeSchema, timeoutMs, nodeId } = interrupt;
      const more = {
        ...(resumeSchema === undefined ? {} : { resumeSchema }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      };
      return answer(200, { kind, key, data, nodeId, ...more });
    }
    const who = by.submission === undefined ? 'caller' : 'surface';
    const resolved = await resolve(services, run, interrupt, { ...by, who, author: { role: 'host', id: 'token' } });
    return answerOf(run, resolved);
  });
  if (answered === undefined) throw notFound('There is no such interrupt.');
  return answered;
}
