// `vitrine replay S`: what a session was, entry by entry or at one of them; a session of a host, or one that the inspector
// saved. Changes nothing.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { allCatalogs } from '@vitrine/core/catalogs/all';
import {
  type Catalog,
  Catalogs,
  defined,
  type Json,
  type JudgedEntry,
  Replica,
  type View,
} from '@vitrine/core/internal';
import { DIALECT_ALIASES, DIALECT_IDS, type Dialect, dialectById, drawView } from '@vitrine/dialects';
import { readCatalogFiles } from '../catalog-file/read-catalog-files.ts';
import type { Command } from '../command.ts';
import { CallError, CommandError } from '../errors.ts';
import { dataFolder, HOST_FLAGS, readHostAccess } from '../host-flags.ts';
import { CATALOG_WORDS } from '../input-flags.ts';
import type { ExitCode, Io } from '../io.ts';
import { type Recording, recordedSteps } from '../replay/recorded-steps.ts';
import { plain } from '../say.ts';
import { compose } from './render.ts';
import { readSeq } from './tail.ts';

export interface ReplayCommandOptions {
  readonly recording: Recording;
  /** Absent: to the last entry. */
  readonly at?: number;
  /** Entries a second. Absent: at once. */
  readonly speed?: number;
  readonly to: 'text' | 'jsonl' | Dialect;
  /** Beside ours. */
  readonly catalogs: readonly Catalog[];
}

/** Ends with 1 when there is no such session or seq. */
export async function replay(options: ReplayCommandOptions, io: Io): Promise<ExitCode> {
  const { at, speed } = options;
  const view = new Replica({ catalogs: new Catalogs([...allCatalogs, ...options.catalogs]) });
  const show = writer(options, view, io);
  const still = options.to === 'text' && speed === undefined ? { still: { at } } : {};
  let seq = 0;
  for await (const step of at === 0 ? [] : recordedSteps({ ...options.recording, ...still })) {
    seq = step.seq;
    for (const entry of step.entries) {
      view.apply(entry);
      await show.entry(entry, seq);
    }
    if (seq === at || io.stdout.closed) break;
    if (speed !== undefined) await wait(1000 / speed);
  }
  if (at !== undefined && seq < at) throw new CommandError(`there is no entry ${at}: the last one is ${seq}.`);
  await show.end();
  return 0;
}

interface ReplayWriter {
  entry(entry: JudgedEntry, seq: number): Promise<void>;
  end(): Promise<void>;
}

function writer({ to, speed }: ReplayCommandOptions, view: Replica, io: Io): ReplayWriter {
  if (to === 'text') return pictures(view, speed !== undefined, io);
  if (to === 'jsonl') {
    return {
      entry: (entry, seq) => io.stdout.write(`${JSON.stringify({ ...entry, seq })}\n`),
      end: async () => undefined,
    };
  }
  const { memory } = to.join(new Replica({ catalogs: view.catalogs }));
  const write = async (wire: readonly Json[]) => {
    for (const message of wire) await io.stdout.write(`${JSON.stringify(message)}\n`);
  };
  return { entry: (entry) => write(to.encode(entry, view, memory).wire), end: async () => undefined };
}

/** The last picture, or with a speed each one that differs from the one before. */
function pictures(view: Replica, moving: boolean, io: Io): ReplayWriter {
  const width = Math.min(io.stdout.columns ?? 80, 120);
  let before = '';
  return {
    entry: async (_entry, seq) => {
      const now = moving ? picture(view, width) : '';
      if (now !== before) await io.stdout.write(`entry ${seq}\n\n${now}\n`);
      before = now;
    },
    end: () => (moving ? Promise.resolve() : io.stdout.write(picture(view, width))),
  };
}

function picture(view: View, width: number): string {
  const drawn = drawView(view, { width });
  const surfaces = drawn.filter(({ ask }) => ask === undefined);
  const asks = drawn.flatMap(({ ask, text }) => (ask === undefined ? [] : [`asks:\n${text}`]));
  const tasks = [...view.tasks.values()].map(({ task, message = task, value = 0, total }) => {
    const part = total === undefined ? '' : ` (${value} of ${total})`;
    return `under way: ${plain(message)}${part}\n`;
  });
  return [compose(surfaces), ...asks, ...tasks].join('');
}

function readTarget(text = 'text'): ReplayCommandOptions['to'] {
  return text === 'text' || text === 'jsonl' ? text : (dialectById(text) as Dialect);
}

function readSpeed(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const speed = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (speed <= 0 || speed > 10_000) throw new CallError(`--speed is a number of entries a second, not "${text}".`);
  return speed;
}

export const replayCommand: Command = {
  name: 'replay',
  operands: ['SESSION|FILE'],
  description: 'Show what a session was, or a recording of one, at any of its entries.',
  examples: [
    ['vitrine replay ID', 'what it shows now, as text'],
    ['vitrine replay ID --speed 4', 'as a film, four entries a second'],
    ['vitrine replay recording.jsonl --at 12', 'what the inspector saved, after entry 12'],
    ['vitrine replay ID --to a2ui-1.0 > surface.jsonl', 'as messages that any viewer of A2UI 1.0 reads'],
  ],
  flags: [
    { name: 'at', value: 'SEQ', description: 'Up to this entry.' },
    { name: 'speed', value: 'N', description: 'N entries a second instead of all at once.' },
    {
      name: 'to',
      value: 'FORM',
      choices: ['text', 'jsonl', ...DIALECT_IDS],
      aliases: DIALECT_ALIASES,
      description: 'As a picture (text), or a line a step.',
    },
    {
      name: 'data',
      value: 'FOLDER',
      description: 'From this folder when no server runs on it (VITRINE_DATA, else .vitrine).',
    },
    { name: 'catalog', value: 'FILE', repeatable: true, description: CATALOG_WORDS },
    ...HOST_FLAGS,
  ],
  run: async (call, io) => {
    const [at, speed] = [readSeq(call.get('at'), 'at'), readSpeed(call.get('speed'))];
    const session = call.operands[0] as string;
    const isFile = session.endsWith('.jsonl');
    if (isFile && !existsSync(resolve(io.cwd, session))) throw new CallError(`There is no file "${session}".`);
    const recording: Recording = {
      ...(isFile ? { file: resolve(io.cwd, session) } : {}),
      folder: resolve(io.cwd, dataFolder(call, io)),
      session,
      access: () => readHostAccess(call, io),
      remote: call.has('url') && !call.has('data'),
    };
    const files = await readCatalogFiles(call.all('catalog'), io);
    const catalogs = files.flatMap((file) => [...file.catalogs.values()]);
    const rest = defined({ at, speed });
    return replay({ recording, to: readTarget(call.get('to')), catalogs, ...rest }, io);
  },
};
