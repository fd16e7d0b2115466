import type { ViewerEvent } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { FileSender } from './outgoing.ts';

const uploads: { name: string; type: string; text: string }[] = [];
const upload = async (file: Blob, name: string) => {
  uploads.push({ name, type: file.type, text: await file.text() });
  return { ref: `f${uploads.length}`, size: file.size };
};
const send = async (event: ViewerEvent) => (await new FileSender(upload).send({ event, writes: [] })).event;
const file = { name: 'a.txt', type: 'text/plain', size: 5, data: btoa('hello') };

describe('what a person did', () => {
  it('travels as it is when there is no file in it', async () => {
    const event: ViewerEvent = { event: 'answer', ask: 'q', value: { name: 'x', data: 1 } };
    expect(await send(event)).toBe(event);
    expect(uploads).toEqual([]);
  });

  it('names a file that answers a question by its ref, once the host has it', async () => {
    uploads.length = 0;
    expect(await send({ event: 'answer', ask: 'q', value: file })).toEqual({
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
    expect(await send(event)).toMatchObject({
      context: { values: { title: 'x', file: { name: 'a.txt', ref: 'f1' } } },
    });
  });

  it('brings a file that goes with an action once, and names it wherever the data have it', async () => {
    uploads.length = 0;
    const sender = new FileSender(upload);
    const { data: _data, ...record } = file;
    const context = { scan: record, all: [record], other: { name: 'a.txt', size: 5 } };
    const event: ViewerEvent = { event: 'action', surface: 's', source: 'b', name: 'send', context, checked: true };
    const writes = [
      { path: '/scan', value: file },
      { path: '/pin', value: '1234' },
    ];
    const named = { ...record, ref: 'f1' };
    for (let again = 0; again < 2; again++)
      expect(await sender.send({ event, writes })).toEqual({
        event: { ...event, context: { scan: named, all: [named], other: context.other } },
        writes: [{ path: '/scan', value: named }, writes[1]],
      });
    expect(uploads).toHaveLength(1);
  });

  it('is tried again with a file that could not be brought', async () => {
    let fails = true;
    const sender = new FileSender(async (blob, name) => {
      if (fails) throw new Error('away');
      return upload(blob, name);
    });
    const answer: ViewerEvent = { event: 'answer', ask: 'q', value: file };
    await expect(sender.send({ event: answer, writes: [] })).rejects.toThrow('away');
    fails = false;
    expect((await sender.send({ event: answer, writes: [] })).event).toMatchObject({ value: { name: 'a.txt' } });
  });
});
