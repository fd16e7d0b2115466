// Who waits for runs of which workflow at this moment. This host runs no workflow itself: programs ask it for runs that
// nobody has begun, and while one asks for the runs of a workflow of the conformance suite, that workflow is there.

/** A program that asks again within this time has been there all along. */
const AWAY_MS = 15_000;
const MOST = 1000;
/** Workflows of the suite that there is a program for. */
const FIXTURES = ['conformance-approval'];

export class Workers {
  readonly #now: () => number;
  readonly #waiting = new Map<string, number>();
  readonly #seenAt = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  begin(workflowId: string): () => void {
    this.#waiting.set(workflowId, (this.#waiting.get(workflowId) ?? 0) + 1);
    if (this.#seenAt.size >= MOST) this.#seenAt.clear();
    return () => {
      const left = (this.#waiting.get(workflowId) ?? 1) - 1;
      if (left > 0) this.#waiting.set(workflowId, left);
      else this.#waiting.delete(workflowId);
      this.#seenAt.set(workflowId, this.#now());
    };
  }

  /** Those that the suite has: anybody can read this, and no agent may put words of its own there. */
  fixtures(): readonly string[] {
    const since = this.#now() - AWAY_MS;
    const seen = [...this.#seenAt].filter(([, at]) => at >= since).map(([id]) => id);
    return [...new Set([...this.#waiting.keys(), ...seen])].filter((id) => FIXTURES.includes(id)).sort();
  }
}
