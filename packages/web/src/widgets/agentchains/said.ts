// The words of the AgentChains catalog and of its fields, in the language of a surface.

import { type AgentchainsWords, agentchainsWords } from '../../english/agentchains.ts';
import { type FieldWords, fieldWords } from '../../english/fields.ts';
import type { SurfaceWords } from '../../english/surface.ts';
import type { Stage } from '../../stage.ts';

export type Said = SurfaceWords & AgentchainsWords & FieldWords;

const all = new WeakMap<SurfaceWords, Said>();

/** Read while drawing, they are observed. */
export function saidBy({ words }: Stage): Said {
  let said = all.get(words);
  if (said === undefined) {
    said = { ...agentchainsWords, ...fieldWords, ...words };
    all.set(words, said);
  }
  return said;
}
