// A message that is being changed: its positions, and reading and writing them. What changes there are is mutations.ts.

export type Value = string | number | boolean | null | Value[] | Draft;
export type Draft = { [key: string]: Value };

/** A position in the message. */
export interface Spot {
  readonly holder: Value[] | Draft;
  readonly key: string | number;
}

/** A message that is being changed: its value, and what is done to its text at the end. */
export class Message {
  readonly top: { value: Value };
  readonly onText: ((text: string) => string)[] = [];

  constructor(text: string) {
    this.top = { value: JSON.parse(text) as Value };
  }

  /** Every position that `fits`, outermost first. */
  spots(fits: (value: Value, key: string | number) => boolean): Spot[] {
    const found: Spot[] = [];
    const visit = (holder: Value[] | Draft, key: string | number): void => {
      const value = read({ holder, key });
      if (fits(value, key)) found.push({ holder, key });
      if (Array.isArray(value)) for (let i = 0; i < value.length; i++) visit(value, i);
      else if (isDraft(value)) for (const name of Object.keys(value)) visit(value, name);
    };
    visit(this.top as Draft, 'value');
    return found;
  }
}

export type Mutation = (message: Message, where: number, what: number) => void;

export function isDraft(value: Value | undefined): value is Draft {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
export function read({ holder, key }: Spot): Value {
  return (holder as Draft)[key] as Value;
}
export function write({ holder, key }: Spot, value: unknown): void {
  (holder as Draft)[key] = value as Value;
}
export function choose<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}
export function copy<T>(value: T): T {
  return typeof value === 'object' && value !== null ? (JSON.parse(JSON.stringify(value)) as T) : value;
}

export const anything = (): boolean => true;
export const isScalar = (value: Value): boolean => typeof value !== 'object' || value === null;
export const isText = (value: Value): boolean => typeof value === 'string';
export const isList = (value: Value): boolean => Array.isArray(value);
/** Texts under one of these names, which stand in a line. */
export function named(names: string): (value: Value, key: string | number) => boolean {
  const known = new Set(names.split(' '));
  return (value, key) => typeof value === 'string' && known.has(String(key));
}
