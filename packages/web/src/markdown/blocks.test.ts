import { describe, expect, test } from 'vitest';
import { type Content, parseBlocks } from './blocks.ts';

function written(blocks: readonly Content[]): string {
  return blocks.map(one).join(' ');
}

function one(block: Content): string {
  switch (block.tag) {
    case 'hr':
      return '<hr>';
    case 'blockquote':
      return `<quote ${written(block.of)}>`;
    case 'li':
      return `(${written(block.of)})`;
    case 'ul':
    case 'ol':
      return `<${block.tag}${(block.start ?? 1) === 1 ? '' : block.start} ${written(block.of)}>`;
    default:
      return `<${block.tag} ${block.text}>`;
  }
}

describe('blocks', () => {
  test.each([
    ['a\nb', '<p a\nb>'],
    ['a\n\nb\n \n\nc', '<p a> <p b> <p c>'],
    ['# One\n## Two ##\n####### Seven\n#No', '<h1 One> <h2 Two> <p ####### Seven\n#No>'],
    ['text\n# Head\ntext', '<p text> <h1 Head> <p text>'],
    ['- a\n- b\n* c', '<ul (<p a>) (<p b>)> <ul (<p c>)>'],
    ['1. a\n2. b', '<ol (<p a>) (<p b>)>'],
    ['7) a', '<ol7 (<p a>)>'],
    ['- a\n  - b\n  - c\n- d', '<ul (<p a> <ul (<p b>) (<p c>)>) (<p d>)>'],
    ['- a\n    - b', '<ul (<p a> <ul (<p b>)>)>'],
    ['1. a\n   - b\n2. c', '<ol (<p a> <ul (<p b>)>) (<p c>)>'],
    ['- a\nruns on\n\nnext', '<ul (<p a\nruns on>)> <p next>'],
    ['- a\n\n- b', '<ul (<p a>) (<p b>)>'],
    ['- a\n\n  second\n- b', '<ul (<p a> <p second>) (<p b>)>'],
    ['Intro:\n- a\n1. b', '<p Intro:> <ul (<p a>)> <ol (<p b>)>'],
    ['We met in\n2024. It rained.', '<p We met in\n2024. It rained.>'],
    ['-5 degrees\n-not a list', '<p -5 degrees\n-not a list>'],
    ['> a\n> b\n>> c\nd', '<quote <p a\nb> <quote <p c>>> <p d>'],
    ['---\na\n***\n- - -', '<hr> <p a> <hr> <hr>'],
    ['```js\n# not\n\n*a*\n```\nb', '<pre # not\n\n*a*> <p b>'],
    ['~~~\nopen', '<pre open>'],
    ['```\na\n``', '<pre a\n``>'],
    ['a ``` b', '<p a ``` b>'],
    ['<h1>x</h1>\n<script>y</script>', '<p <h1>x</h1>\n<script>y</script>>'],
    ['', ''],
    [' \n ', ''],
  ])('%j', (text, expected) => {
    expect(written(parseBlocks(text))).toBe(expected);
  });

  test('a block knows the lines it was read from', () => {
    const text = '# One\n\n- a\n- b\n\nlast';
    expect(parseBlocks(text).map(({ source }) => source.trim())).toEqual(['# One', '- a\n- b', 'last']);
  });

  test('what is appended changes only the last block', () => {
    const before = parseBlocks('# One\n\npara *x*\n\n- a\n- b');
    const after = parseBlocks('# One\n\npara *x*\n\n- a\n- b\n- c');
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
  });

  test('lists and quotes nest to a bounded depth', () => {
    const depth = (blocks: readonly Content[]): number =>
      Math.max(0, ...blocks.map((block) => ('of' in block ? (block.tag === 'li' ? 0 : 1) + depth(block.of) : 0)));
    expect(depth(parseBlocks('>'.repeat(10_000)))).toBeLessThanOrEqual(4);
    expect(depth(parseBlocks('- '.repeat(10_000)))).toBeLessThanOrEqual(4);
    expect(
      depth(parseBlocks(Array.from({ length: 500 }, (_, i) => `${'  '.repeat(i)}- x`).join('\n'))),
    ).toBeLessThanOrEqual(4);
  });
});
