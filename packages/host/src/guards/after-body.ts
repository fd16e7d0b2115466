// What is asked of a request once its body was read: somebody may send one so slowly that a credential is taken back
// before the last byte.

const CHECKS = new WeakMap<Request, () => Promise<void>>();

/** @param check refuses with a HostError */
export function checkAfterBody(request: Request, check: () => Promise<void>): void {
  CHECKS.set(request, check);
}

export async function afterBody(request: Request): Promise<void> {
  await CHECKS.get(request)?.();
}
