import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import ts from 'typescript';
import { expect, it, onTestFinished } from 'vitest';
import { KeptRemote } from './kept-remote.ts';
import { takeLock } from './process-lock.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What a process that is no more has left. */
function deadToken(): string {
  return `${spawnSync(process.execPath, ['-e', '']).pid} 0123456789abcdef`;
}

const all = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 12 }, work));
const held = (results: readonly (number | undefined)[]) => results.filter((holder) => holder === undefined).length;

it('of many that take a lock at once one holds it, and the others are told who', async () => {
  const file = join(newFolder(), 'x.lock');
  const results = await all(() => takeLock(file));
  expect(held(results)).toBe(1);
  expect(new Set(results)).toEqual(new Set([undefined, process.pid]));
  rmSync(file);
  expect(await takeLock(file)).toBeUndefined();
});

it('of many that find the lock of a dead process one takes it over, and leaves nothing behind', async () => {
  const folder = newFolder();
  for (let round = 0; round < 4; round++) {
    const file = join(folder, `${round}.lock`);
    writeFileSync(file, deadToken());
    expect(held(await all(() => takeLock(file)))).toBe(1);
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  }
  expect(readdirSync(folder)).toHaveLength(4);
});

it('one that died while it took a lock over is taken over as well; what is no lock is none', async () => {
  const file = join(newFolder(), 'x.lock');
  const token = deadToken();
  writeFileSync(file, token);
  writeFileSync(`${file}.${createHash('sha256').update(token).digest('hex').slice(0, 16)}`, deadToken());
  expect(await takeLock(file)).toBeUndefined();
  for (const junk of ['', 'x', '-1', '0', '{}']) {
    writeFileSync(file, junk);
    expect(await takeLock(file)).toBeUndefined();
  }
});

it('two that connect to one agent at once: one is connected, the other is told so', async () => {
  const folder = newFolder();
  const opened = await Promise.allSettled([KeptRemote.open(folder, 'agent'), KeptRemote.open(folder, 'agent')]);
  const [first, ...more] = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(more).toEqual([]);
  expect(opened.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))).toEqual([
    expect.stringContaining('is connected to agent already'),
  ]);
  await first?.close();
  await (await KeptRemote.open(folder, 'agent')).close();
});

const PROGRAM = `
import { takeLock } from './process-lock.mjs';
process.stdout.write('ready\\n');
process.stdin.once('data', async () => process.stdout.write(((await takeLock(process.argv[2])) ?? 'held') + '\\n'));
process.stdin.on('end', () => process.exit());
`;

it('so it is between processes, and when the one that held it was killed', { timeout: 60_000 }, async () => {
  const folder = newFolder();
  const source = readFileSync(new URL('./process-lock.ts', import.meta.url), 'utf8');
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  writeFileSync(join(folder, 'process-lock.mjs'), ts.transpileModule(source, { compilerOptions }).outputText);
  writeFileSync(join(folder, 'take.mjs'), PROGRAM);
  const file = join(folder, 'x.lock');
  let before: ChildProcess | undefined;
  for (let round = 0; round < 2; round++) {
    const racers = Array.from({ length: 4 }, () => spawn(process.execPath, [join(folder, 'take.mjs'), file]));
    onTestFinished(() => void racers.map((racer) => racer.kill()));
    const lines = racers.map((racer) => createInterface({ input: racer.stdout })[Symbol.asyncIterator]());
    for (const line of lines) expect((await line.next()).value).toBe('ready');
    // The lock of the round before is that of a dead process.
    const gone = before === undefined ? undefined : new Promise((resolve) => before?.once('exit', resolve));
    before?.kill('SIGKILL');
    await gone;
    for (const racer of racers) racer.stdin.write('go\n');
    const results = await Promise.all(lines.map(async (line) => (await line.next()).value as string));
    const holder = racers[results.indexOf('held')];
    expect(results.filter((result) => result === 'held')).toHaveLength(1);
    const others = results.filter((result) => result !== 'held').map(Number);
    expect(racers.map(({ pid }) => pid)).toEqual(expect.arrayContaining(others));
    before = holder;
    for (const racer of racers) if (racer !== holder) racer.stdin.end();
  }
});
