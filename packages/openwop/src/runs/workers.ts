// Who waits for runs of which workflow at this moment. This host runs no workflow itself: programs ask it for runs that
// nobody has begun, and while one asks for the runs of a workflow of the conformance suite, that workflow is there.

/** A program that asks again within this time has been there all along. */
const AWAY_MS = 15_000;
/** Workflows of the suite that there is a program for. Anybody can read them, and no agent may put words of its own there. */
const FIXTURES = ['conformance-approval'];

export class Workers {
  readonly #now: () => number;
  /** How many wait for a fixture now, and when the last one was there. */
  readonly #waiting = new Map<string, number>();
  readonly #seenAt = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  begin(workflowId: string): () => void {
    if (!FIXTURES.includes(workflowId)) return () => undefined;
    const count = (by: number): unknown => this.#waiting.set(workflowId, (this.#waiting.get(workflowId) ?? 0) + by);
    count(1);
    return () => {
      count(-1);
      this.#seenAt.set(workflowId, this.#now());
    };
  }

  fixtures(): readonly string[] {
    const since = this.#now() - AWAY_MS;
    return FIXTURES.filter(
      (id) => (this.#waiting.get(id) ?? 0) > 0 || (this.#seenAt.get(id) ?? Number.NEGATIVE_INFINITY) >= since,
    );
  }
}
