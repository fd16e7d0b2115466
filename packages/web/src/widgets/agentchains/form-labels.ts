// The words of the AgentChains catalog and of its fields, in the language of a surface.

import { type AgentchainsWords, agentchainsWords } from '../../english/agentchains.ts';
import type { Stage } from '../../stage.ts';
import { type Labels, labelsOf } from '../vitrine/labels.ts';

export type FormLabels = Labels & AgentchainsWords;

const all = new WeakMap<Labels, FormLabels>();

/** Read while drawing, they are observed. */
export function formLabelsOf(stage: Stage): FormLabels {
  const labels = labelsOf(stage);
  let merged = all.get(labels);
  if (merged === undefined) {
    merged = { ...agentchainsWords, ...labels };
    all.set(labels, merged);
  }
  return merged;
}
