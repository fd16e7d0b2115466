import { describe, expect, it } from 'vitest';
import { replyTo } from './concierge.ts';

const NOW = new Date('2026-03-04T12:00:00Z');
const say = (text: string) => replyTo({ kind: 'say', text }, NOW, 7);
const book = (context: { [key: string]: string | number }) =>
  replyTo({ kind: 'action', surface: 'table', name: 'book', context }, NOW, 7);

describe('the concierge', () => {
  it('answers words with words, and with a surface where it has one', () => {
    expect(say('Hello!')).toMatchObject({ description: expect.stringContaining('Good day'), messages: [] });
    expect(JSON.stringify(say('a TABLE for two')?.messages)).toContain('A table for you');
    expect(JSON.stringify(say('what do you cook? the menu please')?.messages)).toContain('Branzino');
    expect(say('42')?.description).toContain('menu');
  });

  it('books the table that a person chose, the same one when it is asked again', () => {
    const booked = book({ name: 'Ada', day: '2026-03-05', guests: 99 });
    expect(booked?.description).toMatch(/^Done, Ada\. Your reference is TBL/);
    expect(JSON.stringify(booked?.messages)).toContain('8 guests');
    expect(book({ name: 'Ada', day: '2026-03-05', guests: 99 })).toEqual(booked);
    expect(book({ name: '', day: 'x' })).toMatchObject({ messages: [] });
  });

  it('passes over what means nothing to it', () => {
    expect(replyTo({ kind: 'cancel', task: 't' }, NOW, 1)).toBeUndefined();
    expect(replyTo({ kind: 'action', surface: 's', name: 'x', context: {} }, NOW, 1)).toBeUndefined();
  });
});
