// What a value of a frame may be, beyond its JSON type.

/** A seq or a position. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Text that the log can keep: a lone surrogate stands for no character. */
export function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest && !/\p{Surrogate}/u.test(value);
}
