// A reference such as NOVA-4K2Q9: made from what is known, so that the same event never gets two.

const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export function reference(prefix: string, seq: number, now: Date): string {
  let rest = (seq * 7_919 + Math.floor(now.getTime() / 1000)) % LETTERS.length ** 5;
  let code = '';
  for (let i = 0; i < 5; i++) {
    code += LETTERS[rest % LETTERS.length];
    rest = Math.floor(rest / LETTERS.length);
  }
  return `${prefix}-${code}`;
}
