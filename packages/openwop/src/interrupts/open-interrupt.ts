// A run begins to wait. The same key is the same interrupt for as long as the run lives: asked again while it waits, it is
// the one that waits; asked again when it was resolved, its answer stands (interrupt.md §Payload).

import { randomBytes } from 'node:crypto';
import type { PortReply } from '@vitrine/core';
import { Refusal } from '../http/refusal.ts';
import type { Emitter } from '../runs/emitter.ts';
import type { Run } from '../runs/run.ts';
import type { Author } from '../runs/run-book.ts';
import type { Interrupt, InterruptRequest } from './interrupt.ts';
import { assertNamesWithoutSecrets } from './secret-names.ts';

/** Inside `alone` of the run. */
export async function openInterrupt(
  { port, book, settings }: Emitter,
  run: Run,
  asked: InterruptRequest,
  author: Author,
  reply: (interrupt: Interrupt) => PortReply | undefined,
): Promise<{ readonly interrupt: Interrupt; readonly isNew: boolean }> {
  assertNamesWithoutSecrets(port, asked);
  const known = run.interruptOfKey(asked.key);
  if (known !== undefined) {
    if (known.kind === asked.kind && known.nodeId === asked.nodeId) return { interrupt: known, isNew: false };
    throw new Refusal(409, 'interrupt_key_conflict', 'The key belongs to another interrupt of this run.');
  }
  if (run.waitsFor.some(({ nodeId }) => nodeId === asked.nodeId))
    throw new Refusal(409, 'interrupt_pending', 'The node waits for an answer already.');
  if (run.waitsFor.length >= settings.openInterrupts)
    throw new Refusal(429, 'rate_limited', `A run waits for ${settings.openInterrupts} answers at most.`);
  const { value } = port.transport.redact(asked);
  const { nodeId, ...payload } = value;
  const id = randomBytes(12).toString('base64url');
  const event = {
    ...{ type: 'interrupt.requested', nodeId, payload, own: { interrupt: id } },
    contentTrust: run.contentTrust,
  } as const;
  const { timeoutMs = 0 } = value;
  const due = timeoutMs === 0 ? {} : { due: port.transport.now() + timeoutMs };
  const interrupt: Interrupt = { ...value, id, state: 'open', ...due };
  await book.write(run, [{ event }], author, () => reply(interrupt));
  return { interrupt: run.interrupts.get(id) ?? interrupt, isNew: true };
}
