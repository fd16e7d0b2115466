import type { ViewerEvent } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { FileUploads, hasFiles } from './file-uploads.ts';
import { HostRefusal } from './http.ts';

const uploads: { name: string; type: string; text: string }[] = [];
/** The host has its own mind about names and types. */
const upload = async (file: Blob, name: string) => {
  uploads.push({ name, type: file.type, text: await file.text() });
  return { ref: `f${uploads.length}`, name: name.replace(':', ' '), type: file.type || 'bytes', size: file.size };
};
const bring = async (event: ViewerEvent) => (await new FileUploads(upload).bring({ event, writes: [] })).event;
const file = { name: 'a.txt', type: 'text/plain', size: 5, data: btoa('hello') };
const press = (context: object) =>
  ({ event: 'action', surface: 's', source: 'b', name: 'send', context, checked: true }) as unknown as ViewerEvent;

describe('what a person did', () => {
  it('[CL17] waits for nothing when there is no file in it', () => {
    for (const event of [
      { event: 'answer', ask: 'q', value: { name: 'x', type: 'y', data: 1 } },
      press({ name: 'x', type: 'y', data: 'of the agent' }),
      press({ name: 'x', type: 'y', size: 12, data: 'of the agent' }),
      { event: 'input', surface: 's', path: '/x', value: file },
    ] as readonly ViewerEvent[])
      expect(hasFiles({ event, writes: [{ surface: 's', path: '/pin', value: '1' }] })).toBe(false);
    for (const event of [{ event: 'answer', ask: 'q', value: file } as const, press({ values: { file } })])
      expect(hasFiles({ event, writes: [] })).toBe(true);
  });

  it('[CL17] names a file that answers a question as the host keeps it', async () => {
    uploads.length = 0;
    const odd = { ...file, name: 'a:b', type: '' };
    expect(await bring({ event: 'answer', ask: 'q', value: odd })).toEqual({
      event: 'answer',
      ask: 'q',
      value: { name: 'a b', type: 'bytes', size: 5, ref: 'f1' },
    });
    expect(uploads).toEqual([{ name: 'a:b', type: '', text: 'hello' }]);
  });

  it('[CL17] names the files of a form the same way and leaves its other values alone', async () => {
    uploads.length = 0;
    expect(await bring(press({ values: { title: 'x', file } }))).toMatchObject({
      context: { values: { title: 'x', file: { name: 'a.txt', ref: 'f1' } } },
    });
  });

  it('[CL17] brings a file that goes with an action once, and names it wherever the data have it', async () => {
    uploads.length = 0;
    const all = new FileUploads(upload);
    const record = { name: 'a.txt', type: 'text/plain', size: 5 };
    const event = press({ scan: record, all: [record], other: { name: 'a.txt', size: 5 } });
    const writes = [
      { surface: 's', path: '/scan', value: record, file: new Blob(['hello'], { type: 'text/plain' }) },
      { surface: 's', path: '/pin', value: '1234' },
    ];
    const named = { ...record, ref: 'f1' };
    for (let again = 0; again < 2; again++)
      expect(await all.bring({ event, writes })).toEqual({
        event: press({ scan: named, all: [named], other: { name: 'a.txt', size: 5 } }),
        writes: [{ surface: 's', path: '/scan', value: named }, writes[1]],
        issues: [],
      });
    expect(uploads).toHaveLength(1);
  });

  it('[CL17] is told where a file could not be brought or read, and is tried again', async () => {
    let answer: () => Promise<never> = async () => {
      throw new HostRefusal(413, { error: 'VITRINE_BODY_SIZE', message: 'Too long.' });
    };
    const all = new FileUploads((blob, name) => answer() ?? upload(blob, name));
    const writes = [{ surface: 's', path: '/scan', value: { name: 'a.txt' }, file: new Blob(['x']) }];
    expect((await all.bring({ event: press({}), writes })).issues).toMatchObject([
      { code: 'VITRINE_BODY_SIZE', at: '/writes/0', message: 'The file could not be sent: Too long.' },
    ]);
    answer = (() => undefined) as never;
    expect((await all.bring({ event: press({}), writes })).issues).toEqual([]);
    const gone = { arrayBuffer: () => Promise.reject(new Error('It is gone.')) } as unknown as Blob;
    expect(
      (await all.bring({ event: press({}), writes: [{ ...writes[0], file: gone } as never] })).issues,
    ).toMatchObject([
      { code: 'VITRINE_BODY_INVALID', at: '/writes/0', message: 'The file could not be sent: It is gone.' },
    ]);
  });
});
