// What goes to a remote agent, in its place in the conversation: held against the schema of the form first, and sent once
// more where the agent says that the place is what it does not take.

import { Slices } from '@vitrine/face-kit';
import type { ExtensionForm } from '../forms.ts';
import { checkForAgent } from '../sent-check.ts';
import type { BridgeMemory } from './bridge-memory.ts';
import type { OutgoingMessage } from './remote-agent.ts';
import { isAboutRequest, RemoteError } from './remote-error.ts';

export interface SendingOptions {
  /** Absent: what is sent is not held against any. */
  readonly form?: ExtensionForm;
  readonly memory: BridgeMemory;
  readonly report: (problem: string) => void;
  /** Resolves when the agent has begun to answer. Rejects with a RemoteError. */
  readonly ask: (outgoing: OutgoingMessage) => Promise<void>;
}

export class Sending {
  readonly #options: SendingOptions;

  constructor(options: SendingOptions) {
    this.#options = options;
  }

  /** What does not satisfy the schema of the form stays here. */
  async send(outgoing: OutgoingMessage): Promise<void> {
    const { form, report } = this.#options;
    const { messages = [], texts = [] } = outgoing;
    if (form === undefined) return this.#sendInPlace(outgoing);
    const { messages: fine, unsent } = await new Slices().takeAll(checkForAgent(form, messages));
    for (const { issue } of unsent) report(`${issue.code} at "${issue.at}": ${issue.message}`);
    if (unsent.length === 0 || fine.length + texts.length > 0) await this.#sendInPlace({ ...outgoing, messages: fine });
  }

  /**
   * A task that waited may be gone, with an agent that was started anew for example: the words then begin another. And an
   * agent may take no context but those that it named itself.
   */
  async #sendInPlace(outgoing: OutgoingMessage): Promise<void> {
    const { ask, memory } = this.#options;
    const { waiting, isProposed } = memory;
    const { contextId, ...place } = await memory.place();
    try {
      await ask({ ...outgoing, ...place, contextId });
    } catch (error) {
      if (!(error instanceof RemoteError) || error.reason !== 'refused') throw error;
      if (waiting !== undefined) {
        await memory.forget(waiting);
        await ask({ ...outgoing, ...(await memory.place()) });
      } else if (isProposed && isAboutRequest(error)) await ask({ ...outgoing, ...place });
      else throw error;
    }
  }
}
