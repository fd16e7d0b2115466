// Who listens to what, with types. A listener that throws is no reason for the others not to hear.

export type Unsubscribe = () => void;

export class EventEmitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<(value: never) => void>>();

  on<Name extends keyof Events>(name: Name, listener: (value: Events[Name]) => void): Unsubscribe {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  emit<Name extends keyof Events>(name: Name, value: Events[Name]): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        (listener as (value: Events[Name]) => void)(value);
      } catch (error) {
        // Told where uncaught errors are told, after the connection did its work.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  listeners<Name extends keyof Events>(name: Name): readonly ((value: Events[Name]) => void)[] {
    return [...(this.#listeners.get(name) ?? [])] as unknown as readonly ((value: Events[Name]) => void)[];
  }
}
