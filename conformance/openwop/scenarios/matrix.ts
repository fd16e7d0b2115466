// The table of INTEROP-MATRIX.md that says what was shown: one row a leg, made from the assertions that were executed, so
// that nothing stands there that no assertion has shown.

import type { Scenario } from './ledger.ts';

const HEAD = ['| leg | shown by | assertions |', '|---|---|---|'];

/** @param made how many assertions each scenario has made */
export function tableOf(made: ReadonlyMap<Scenario, number>): readonly string[] {
  const legs = new Map<string, { ways: string[]; count: number }>();
  for (const [{ name }, count] of made) {
    const [leg = name, ...way] = name.split(', ');
    const { ways, count: before } = legs.get(leg) ?? { ways: [], count: 0 };
    legs.set(leg, { ways: way.length === 0 ? ways : [...ways, way.join(', ')], count: before + count });
  }
  const rows = [...legs].filter(([, { count }]) => count > 0);
  return [...HEAD, ...rows.map(([leg, { ways, count }]) => `| ${leg} | ${ways.join('; ')} | ${count} |`)];
}

/** The same lines of a document. */
export function tableIn(document: string): readonly string[] {
  const lines = document.split('\n');
  const from = lines.indexOf(HEAD[0] ?? '');
  const rest = lines.slice(Math.max(from, 0));
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end < 0 ? rest.length : end);
}
