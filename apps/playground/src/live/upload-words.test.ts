import { expect, test } from 'vitest';
import { uploadTeller } from './upload-words.ts';

test('a file is told of in steps, each once, until it is sent; a small one is not', () => {
  const said: string[] = [];
  const tell = uploadTeller((words) => said.push(words));
  for (const sent of [0, 10_000, 60_000, 500_000, 501_000, 1_000_000]) tell({ name: 'a.pdf', sent, size: 1_000_000 });
  tell({ name: 'b.txt', sent: 100, size: 100 });
  expect(said).toEqual(['Sending a.pdf: 0%', 'Sending a.pdf: 5%', 'Sending a.pdf: 50%', 'Sent a.pdf.']);
});
