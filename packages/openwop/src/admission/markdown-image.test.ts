import { createRedactor, type Json } from '@vitrine/core/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  create,
  envelope,
  envelope2,
  payload1,
  payload2,
  put,
  RULES_2,
  said,
  set,
  TestRun,
} from '../../test/envelopes.ts';
import { hasMarkdownImage, imageProblem } from './markdown-image.ts';

const IMAGES = [
  '![x](https://elsewhere.example/p.png)',
  '![](p)',
  '![x][ref]',
  '![x][]',
  'before ![x](y "title") behind',
  '[![x](y)](z)',
  '![a [b] c](d)',
  '![a\\] b](c)',
  '![x]\n(y)',
  '![x] \t (y)',
  '![x](\n  https://elsewhere.example\n)',
  '![two\nlines](y)',
  '!\u200b[x](y)',
  '![x]\u2060(y)',
  '\\\\![x](y)',
  '!![x](y)',
  'Well![1](2)',
  '![x]\n\n[x]: https://elsewhere.example/p.png',
  '  [x]: p\n![x]',
];
const WORDS = [
  'Wow! [1](2)',
  'Wow!\n[1](2)',
  'a [link](https://example.com)',
  '\\![x](y)',
  '!\\[x](y)',
  '![x\\](y)',
  '![x]',
  '![x] and (y)',
  '![x](y',
  '![x][y',
  '![x] is [not]: a label',
  '![',
  'a != [b](c)',
  'vec![1, 2]; f(3)',
  'Stop! (now) [or] never',
  '![a [b](c)',
  '![a ]b](c)',
  'Great!!! [*] (see below)',
];

describe('an image of Markdown', () => {
  it.each(IMAGES)('[OA20] is seen: %j', (text) => expect(hasMarkdownImage(text)).toBe(true));
  it.each(WORDS)('[OA20] is not seen where there is none: %j', (text) => expect(hasMarkdownImage(text)).toBe(false));

  it('[OA20] is looked for in one pass, however long the text', () => {
    for (const part of ['![', '![]', '![x] ', '[', '\n[', '![x](', '!'])
      expect(hasMarkdownImage(part.repeat(200_000))).toBe(false);
  });

  it('[OA20] is found wherever it stands among other words', () => {
    const plain = fc.string({ maxLength: 20 }).map((text) => text.replace(/[[\]\\!]/g, ''));
    fc.assert(fc.property(plain, plain, (a, b) => hasMarkdownImage(`${a}![x](y)${b}`)));
  });
});

const IMAGE = '![x](https://elsewhere.example/p.png)';
const field = { component: 'field.text', id: 'a', label: 'L' };
const READ_1: readonly (readonly [string, Json])[] = [
  ['/payload/surface/components/0/text', payload1({ component: 'text', text: IMAGE })],
  ['/payload/surface/components/0/text', payload1({ component: 'heading', text: IMAGE })],
  ['/payload/surface/components/0/label', payload1({ ...field, label: IMAGE })],
  ['/payload/surface/components/0/placeholder', payload1({ ...field, placeholder: IMAGE })],
  [
    '/payload/surface/components/0/options/0/label',
    payload1({ component: 'field.select', id: 's', label: 'S', options: [{ value: 'v', label: IMAGE }] }),
  ],
  ['/payload/surface/title', { catalogVersion: '0.9.1', surface: { title: IMAGE, components: [] } }],
];
const input = { id: 'root', component: 'TextField', label: 'L', value: { path: '/v' } };
const check = { condition: { call: 'required', args: { value: { path: '/v' } } }, message: IMAGE };
const pick = { id: 'root', component: 'ChoicePicker', value: { path: '/v' }, options: [{ label: 'L', value: 'v' }] };
const READ_2: readonly (readonly [string, Json])[] = [
  ['/text', { id: 'root', component: 'Text', text: IMAGE }],
  ['/label', { ...input, label: IMAGE }],
  ['/value', { ...input, value: IMAGE }],
  ['/checks/0/message', { ...input, checks: [check] }],
  ['/accessibility/description', { ...input, accessibility: { description: IMAGE } }],
  ['/options/0/label', { ...pick, options: [{ label: IMAGE, value: 'v' }] }],
];

describe('an envelope with an image in its words', () => {
  it.each(READ_1)('[OA20] is refused by name at %s', (at, payload) => {
    expect(said(new TestRun().emit(envelope(payload)))).toBe(`invalid envelope_invalid TEXT_IMAGE ${at}`);
  });

  it.each(READ_2)('[OA20] is refused by name at %s of a component of version 2', (at, component) => {
    const place = `/payload/messages/1/updateComponents/components/0${at}`;
    const outcome = new TestRun(RULES_2).emit(envelope2(payload2(create, put(component))));
    expect(said(outcome)).toBe(`invalid envelope_invalid TEXT_IMAGE ${place}`);
  });

  it('[OA20] is refused for a text of the data that may be shown', () => {
    const outcome = new TestRun(RULES_2).emit(envelope2(payload2(create, set('/a', { value: [{ b: IMAGE }] }))));
    const at = '/payload/messages/1/updateDataModel/value/value/0/b';
    expect(said(outcome)).toBe(`invalid envelope_invalid TEXT_IMAGE ${at}`);
  });

  it('[OA20] passes with one where nobody reads it', () => {
    const select = { component: 'field.select', id: 's', label: 'S', options: [{ value: IMAGE, label: 'L' }] };
    expect(said(new TestRun().emit(envelope({ ...payload1(select), reasoning: IMAGE })))).toBe('accepted');
    const regular = { ...input, validationRegexp: '!\\[a\\](b)|![a](b)' };
    expect(imageProblem(payload2(create, put(regular)), '')).toBeUndefined();
    const event = { name: 'resume', context: { note: IMAGE } };
    const button = { id: 'root', component: 'Button', child: 'c', action: { event } };
    expect(imageProblem(payload2(create, put(button)), '')).toBeUndefined();
  });

  it('[OA20] is refused when the marker of a secret makes the image', () => {
    const run = new TestRun({ ...new TestRun().rules, redactor: createRedactor([{ id: 'k', value: 'hunter22' }]) });
    const outcome = run.emit(envelope(payload1({ component: 'text', text: '!hunter22(https://elsewhere.example)' })));
    expect(said(outcome)).toBe('invalid envelope_invalid TEXT_IMAGE /payload/surface/components/0/text');
    expect(run.fold.surfaces.size).toBe(0);
  });
});
