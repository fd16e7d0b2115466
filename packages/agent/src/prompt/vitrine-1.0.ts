// What a prompt with the extension catalog for A2UI 1.0 is made of.

import { vitrine10Descriptions } from '@vitrine/core/catalogs/descriptions-vitrine';
import { vitrine10 } from '@vitrine/core/catalogs/vitrine';
import { ui } from '../ui/vitrine-1.0.ts';
import type { PromptSource } from './create-prompt.ts';
import { vitrineExamples } from './vitrine-examples.ts';

export const vitrine10Prompt: PromptSource = {
  catalog: vitrine10,
  descriptions: vitrine10Descriptions,
  examples: vitrineExamples(ui),
};
