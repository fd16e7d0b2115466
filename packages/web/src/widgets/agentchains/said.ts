// The words of the AgentChains catalog and of its fields, in the language of a surface.

import { type AgentchainsWords, agentchainsWords } from '../../english/agentchains.ts';
import type { Stage } from '../../stage.ts';
import { type Labels, labelsOf } from '../vitrine/labels.ts';

export type Said = Labels & AgentchainsWords;

const all = new WeakMap<Labels, Said>();

/** Read while drawing, they are observed. */
export function saidBy(stage: Stage): Said {
  const labels = labelsOf(stage);
  let said = all.get(labels);
  if (said === undefined) {
    said = { ...agentchainsWords, ...labels };
    all.set(labels, said);
  }
  return said;
}
