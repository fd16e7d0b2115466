import { describe, expect, it } from 'vitest';
import { hasMarkdownLinks, plainMarkdown } from './plain-markdown.ts';

const AWAY = 'https://away.example/x';

describe('plain Markdown', () => {
  it.each([
    ['plain words, *strong* and `code`', 'plain words, *strong* and `code`'],
    ['a list:\n- [ ] one\n- [x] two (and more)', 'a list:\n- [ ] one\n- [x] two (and more)'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    [`![a harbour](${AWAY})`, 'a harbour'],
    [`![](${AWAY})`, ''],
    [`![a](${AWAY} "title")`, 'a'],
    [`[words](${AWAY})`, `words (${AWAY})`],
    [`[words](<${AWAY}> 'title')`, `words (${AWAY})`],
    [`[${AWAY}](${AWAY})`, AWAY],
    [`[](${AWAY})`, AWAY],
    [`[![a](${AWAY}/i)](${AWAY}/l)`, `a (${AWAY}/l)`],
    ['[a](https://x.example/a_(b))', 'a (https://x.example/a_(b))'],
  ])('[LW11] of %j is %j', (given, plain) => {
    expect(plainMarkdown(given)).toBe(plain);
    expect(plainMarkdown(plain)).toBe(plain);
  });

  it.each([
    `[a][b]\n\n[b]: ${AWAY}`,
    `![a][b]\n\n[b]: ${AWAY}`,
    `[b]\n\n[b]:${AWAY}`,
    `![a\\]](${AWAY})`,
    `![a [b] c](${AWAY})`,
    `![a\nb](${AWAY})`,
    `![a](\n${AWAY}\n)`,
    `<${AWAY}>`,
    `<img src="${AWAY}">`,
    `<a href=${AWAY}>x</a>`,
    `\\\\![a [b] c](${AWAY})`,
    `${'!['.repeat(50)}a${`](${AWAY})`.repeat(50)}`,
  ])('[LW11] leaves nothing that begins a link, a picture or markup: %j', (given) => {
    const plain = plainMarkdown(given);
    // Behind an even number of backslashes a bracket is one.
    expect(plain.replace(/\\[\\[<]/g, '')).not.toMatch(/[[<]/);
  });

  it('[LW11] escapes what a text has of them beyond the first thousands, whatever stands before it', () => {
    const plain = plainMarkdown(`\ufeff${`[a](${AWAY}) `.repeat(6000)}`);
    expect(plain.startsWith(`\ufeffa (${AWAY}) a (`)).toBe(true);
    expect(plain.endsWith(`\\[a](${AWAY}) `)).toBe(true);
    expect(plain.replace(/\\[\\[<]/g, '')).not.toMatch(/[[<]/);
  });

  it('[LW11] takes the time of the length of a text', () => {
    const begun = performance.now();
    for (const part of ['![', '[', '](', '![a](', '[a](<', '<', '\\', '[a](b(', '](]('])
      plainMarkdown(part.repeat(200_000 / part.length));
    // Neither closed nor short: an address that is followed by what could be more of it or a title.
    for (const part of [`[x](${'a'.repeat(2600)} \n`, `[x](${' '.repeat(600)}\n`, `![x](${'a'.repeat(2600)}\n`])
      plainMarkdown(part.repeat(4_000_000 / part.length));
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(hasMarkdownLinks('[ '.repeat(100_000))).toBe(false);
  });
});
