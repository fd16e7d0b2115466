// How often what is drawn by chance is tried: a third of the full number in `npm test`, ten times it in `npm run test:deep`.

const FACTOR = Number(process.env.VITRINE_PROPERTY_FACTOR ?? 1 / 3);

export function runs(full: number): number {
  return Math.ceil(full * FACTOR);
}
