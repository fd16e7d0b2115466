import { Catalogs, Fold } from '@vitrine/core';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { decompileView, express } from '@vitrine/formats';
import { expect, it } from 'vitest';
import { basic10Prompt } from '../prompt/basic-1.0.ts';
import { createPrompt } from '../prompt/create-prompt.ts';
import { askModel, type Model } from './ask-model.ts';

function scripted(...answers: readonly string[]): Model {
  let turn = 0;
  return async function* () {
    const answer = answers[turn++] ?? '';
    for (let at = 0; at < answer.length; at += 5) yield answer.slice(at, at + 5);
  };
}

it('[RL9] a model is asked in Express by one word, and asked again for a statement that was refused', async () => {
  const fold = new Fold({ strict: true, catalogs: new Catalogs([basic10]) });
  const model = scripted(
    'Here.\n<a2ui>\nroot = Column([a, b])\na = Text("One")\nb = Sparkle("x")\n</a2ui>',
    '<a2ui>\nb = Text("Two")\n</a2ui>',
  );
  const answer = await askModel(model, [{ role: 'user', content: 'Show' }], { fold, format: 'express' });
  expect(answer).toMatchObject({ ok: true, attempts: 2, text: '' });
  expect(fold.surfaces.get('default_surface')?.component('b')?.props).toEqual({ text: 'Two' });
  const shown = decompileView(fold, { format: 'express' });
  expect(shown.text).toContain('b = Text("Two")');
});

it('[PM11] a prompt for Express has signatures and examples in Express, and is much shorter', () => {
  const short = createPrompt(basic10Prompt, { format: 'express' });
  const long = createPrompt(basic10Prompt);
  expect(short.text).toContain('Button(child: component');
  expect(short.text).toContain('root = Column([');
  expect(short.text).not.toContain('"updateComponents"');
  expect(short.tokens).toBeLessThan(long.tokens / 3);
  for (const [, block] of short.text.matchAll(/You:[^<]*<a2ui>\n([\s\S]*?)\n<\/a2ui>/g))
    expect(express.compile(block ?? '', { catalogs: [basic10] }).issues).toEqual([]);
  expect(createPrompt(basic10Prompt, { format: 'express', messages: ['createSurface'] }).text).not.toContain(
    'deleteSurface(',
  );
});
