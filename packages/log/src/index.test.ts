import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ISSUE_CODES } from '@vitrine/core/internal';
import { expect, test } from 'vitest';
import * as log from './index.ts';

test('the public names are these', () => {
  const names = [
    'ENTRY_VERSION',
    'LogError',
    'copyLog',
    'newSessionId',
    'openSqliteLog',
    'openSqliteRows',
    'readBackup',
    'readEntry',
    'restoreBackup',
    'storeEntry',
    'storeEntrySteps',
    'writeBackup',
  ];
  expect(Object.keys(log).sort()).toEqual(names);
});

test('[LG46] every code of the log is given by its sources', () => {
  const text = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'))
    .join();
  const codes = Object.keys(ISSUE_CODES).filter((code) => code.startsWith('VITRINE_LOG_'));
  expect(codes.filter((code) => !text.includes(`'${code}'`))).toEqual([]);
});
