// Functions that live with the agent: what is shown and needs the value of one asks for it, once for the same arguments,
// and is drawn again when an entry of the agent's has answered.

import {
  defined,
  type Issue,
  issue,
  Pending,
  quote,
  type RemoteCall,
  type ReturnOp,
  Source,
  type Value,
  type ViewerEvent,
} from '@vitrine/core/page';

/** Of those that were asked for; the oldest are asked for again if something needs them. */
const MAX_KEPT = 200;

interface Asked {
  readonly call: string;
  readonly name: string;
  readonly changed: Source;
  value: Value;
}

export interface AgentFunctionsOptions {
  readonly send: (event: ViewerEvent) => void;
  readonly report: (problem: Issue) => void;
}

export class AgentFunctions {
  readonly #options: AgentFunctionsOptions;
  /** By what is asked, the oldest first. */
  readonly #asked = new Map<string, Asked>();

  constructor(options: AgentFunctionsOptions) {
    this.#options = options;
  }

  /** For whoever evaluates: the answer, or pending until there is one. */
  readonly ask = ({ surface, name, catalog, args }: RemoteCall): Value => {
    if (surface === undefined) return new Pending(name);
    const key = JSON.stringify([surface, name, catalog, args]);
    const known = this.#asked.get(key);
    if (known !== undefined) {
      known.changed.observe();
      return known.value;
    }
    const asked: Asked = { call: crypto.randomUUID(), name, changed: new Source(), value: new Pending(name) };
    const [oldest] = this.#asked.keys();
    if (oldest !== undefined && this.#asked.size >= MAX_KEPT) this.#asked.delete(oldest);
    this.#asked.set(key, asked);
    const event: ViewerEvent = {
      ...{ event: 'call', surface, call: asked.call, name, args },
      ...defined({ catalog }),
    };
    // Not while something is drawn: what is sent may change what is shown.
    queueMicrotask(() => this.#options.send(event));
    asked.changed.observe();
    return asked.value;
  };

  /** What the agent answered, to whomever. */
  settle({ call, value, error }: ReturnOp): void {
    const asked = [...this.#asked.values()].find((one) => one.call === call);
    if (asked === undefined) return;
    if (error !== undefined)
      this.#options.report(
        issue('VITRINE_FUNCTION_FAILED', 'error', `The agent could not answer ${quote(asked.name)}: ${error.message}`),
      );
    asked.value = value;
    asked.changed.fire();
  }
}
