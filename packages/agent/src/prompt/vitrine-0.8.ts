// What a prompt with the extension catalog for A2UI 0.8 is made of.

import { vitrine08Descriptions } from '@vitrine/core/catalogs/descriptions-vitrine';
import { vitrine08 } from '@vitrine/core/catalogs/vitrine';
import { ui } from '../ui/vitrine-0.8.ts';
import type { PromptSource } from './create-prompt.ts';
import { vitrineExamples } from './vitrine-examples.ts';

export const vitrine08Prompt: PromptSource = {
  catalog: vitrine08,
  descriptions: vitrine08Descriptions,
  examples: vitrineExamples(ui),
};
