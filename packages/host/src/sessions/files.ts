// Files that people give as answers: records beside the entries, which name them only. The agent fetches them by ref.

import { randomBytes } from 'node:crypto';
import type { Json } from '@vitrine/core';
import { HostError } from '../host-error.ts';
import type { FileRow } from '../live.ts';
import type { WritableSession } from './writable.ts';

const ROW = 'file';
const BYTES = 'file-bytes';

const MAX_NAME = 150;
/** Separators of paths, controls, marks that turn the direction of writing, lone surrogates. */
const UNFIT_FOR_NAMES = /[/\\:*?"<>|\p{C}\p{Zl}\p{Zp}]+/gu;
/** What stands for a secret stays as it is. */
const MARKER = /(\[REDACTED:[\w.:-]{1,64}\])/;

/**
 * Refuses with VITRINE_FILE_SECRET what holds a secret of the operator's: bytes cannot lose it without becoming another
 * file.
 */
export async function writeFile(
  session: WritableSession,
  { bytes, name, type, viewer }: Omit<FileRow, 'ref' | 'size'> & { readonly bytes: Uint8Array },
): Promise<FileRow> {
  const { context } = session;
  await context.quota?.assertRoom(session.row.agent, bytes.length);
  if (context.hidesAnything && (await context.hidesIn(bytes))) throw new HostError('VITRINE_FILE_SECRET');
  const ref = randomBytes(16).toString('base64url');
  const row: FileRow = {
    ...{ ref, name: fileName(name, context.redact), size: bytes.length, viewer },
    type: context.redact(type) === type ? type : 'application/octet-stream',
  };
  const key = `${session.id}/${row.ref}`;
  await session.context.log.writeRecords([
    { kind: ROW, key, session: session.id, value: row as unknown as Json },
    { kind: BYTES, key, session: session.id, value: bytes },
  ]);
  context.quota?.add(session.row.agent, bytes.length);
  return row;
}

/** A name without a way to anywhere. Secrets go before it is cut, so that no half of one is left. */
export function fileName(asked: string, redact: (name: string) => string): string {
  const parts = redact(asked).split(MARKER);
  const name = parts
    .map((part, i) => (i % 2 === 1 ? part : part.replace(UNFIT_FOR_NAMES, ' ')))
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|\s+$/g, '');
  return [...name].slice(0, MAX_NAME).join('') || 'file';
}

export async function findFile(session: WritableSession, ref: string): Promise<FileRow | undefined> {
  const record = await session.context.log.record(ROW, `${session.id}/${ref}`);
  return record?.value as unknown as FileRow | undefined;
}

export async function readFile(
  session: WritableSession,
  ref: string,
): Promise<(FileRow & { readonly bytes: Uint8Array }) | undefined> {
  const row = await findFile(session, ref);
  const bytes = row === undefined ? undefined : await session.context.log.record(BYTES, `${session.id}/${ref}`);
  if (row === undefined || !(bytes?.value instanceof Uint8Array)) return undefined;
  return { ...row, bytes: bytes.value };
}

export async function removeFile(session: WritableSession, ref: string): Promise<void> {
  const key = `${session.id}/${ref}`;
  await session.context.log.writeRecords([ROW, BYTES].map((kind) => ({ kind, key, remove: true })));
}

/** What all files of a session take. */
export async function bytesOfFiles(session: WritableSession): Promise<number> {
  let bytes = 0;
  for await (const { value } of session.context.log.records(ROW, session.id))
    bytes += (value as unknown as FileRow).size;
  return bytes;
}
