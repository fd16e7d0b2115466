import type { ViewerEvent } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { withFilesSent } from './outgoing.ts';

const uploads: { name: string; type: string; text: string }[] = [];
const upload = async (file: Blob, name: string) => {
  uploads.push({ name, type: file.type, text: await file.text() });
  return { ref: `f${uploads.length}`, size: file.size };
};
const file = { name: 'a.txt', type: 'text/plain', size: 5, data: btoa('hello') };

describe('what a person did', () => {
  it('travels as it is when there is no file in it', async () => {
    const event: ViewerEvent = { event: 'answer', ask: 'q', value: { name: 'x', data: 1 } };
    expect(await withFilesSent(event, upload)).toBe(event);
    expect(uploads).toEqual([]);
  });

  it('names a file that answers a question by its ref, once the host has it', async () => {
    uploads.length = 0;
    expect(await withFilesSent({ event: 'answer', ask: 'q', value: file }, upload)).toEqual({
      event: 'answer',
      ask: 'q',
      value: { name: 'a.txt', type: 'text/plain', size: 5, ref: 'f1' },
    });
    expect(uploads).toEqual([{ name: 'a.txt', type: 'text/plain', text: 'hello' }]);
  });

  it('names the files of a form the same way and leaves its other values alone', async () => {
    uploads.length = 0;
    const context = { values: { title: 'x', file } };
    const event: ViewerEvent = { event: 'action', surface: 's', source: 'f', name: 'submit', context, checked: true };
    expect(await withFilesSent(event, upload)).toMatchObject({
      context: { values: { title: 'x', file: { name: 'a.txt', ref: 'f1' } } },
    });
  });
});
