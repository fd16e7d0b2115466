// What a prompt with the extension catalog for A2UI 0.9 is made of.

import { vitrine09Descriptions } from '@vitrine/core/catalogs/descriptions-vitrine';
import { vitrine09 } from '@vitrine/core/catalogs/vitrine';
import { ui } from '../ui/vitrine-0.9.ts';
import type { PromptSource } from './create-prompt.ts';
import { vitrineExamples } from './vitrine-examples.ts';

export const vitrine09Prompt: PromptSource = {
  catalog: vitrine09,
  descriptions: vitrine09Descriptions,
  examples: vitrineExamples(ui),
};
