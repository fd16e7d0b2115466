// What every command that reads a stream takes: its dialect, further catalogs, limits. From these flags comes the fold
// that the stream is read into.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { allCatalogs } from '@vitrine/core/catalogs/all';
import { importCatalog } from '@vitrine/core/import-catalog';
import {
  type Catalog,
  Catalogs,
  defined,
  Fold,
  type FoldOptions,
  type Issue,
  LIMIT_PROFILES,
  type LimitProfile,
  type Limits,
  messageBounds,
  type Outcome,
  parseJson,
  refused,
} from '@vitrine/core/internal';
import { DIALECT_ALIASES, DIALECT_IDS, type Dialect, dialectById, Intake } from '@vitrine/dialects';
import type { CommandArguments, Flag } from './command.ts';
import { CallError } from './errors.ts';
import type { Io } from './io.ts';
import { fileProblem } from './read-input.ts';

/** Of every flag that names a dialect. */
export const DIALECT_CHOICE = { value: 'DIALECT', choices: DIALECT_IDS, aliases: DIALECT_ALIASES } as const;

export const INPUT_FLAGS: readonly Flag[] = [
  { name: 'dialect', ...DIALECT_CHOICE, description: 'Read every message as this dialect.' },
  { name: 'catalog', value: 'FILE', repeatable: true, description: 'Also know the catalog of an A2UI catalog.json.' },
  { name: 'limits', value: 'PROFILE', choices: Object.keys(LIMIT_PROFILES), description: 'Judge by these limits.' },
];

export interface InputOptions {
  readonly file: string;
  readonly dialect?: Dialect;
  readonly catalogFiles: readonly string[];
  readonly limits: Limits;
}

export function readInputOptions(call: CommandArguments): InputOptions {
  const dialect = dialectById(call.get('dialect') ?? '');
  return {
    file: call.operands[0] as string,
    catalogFiles: call.all('catalog'),
    limits: LIMIT_PROFILES[(call.get('limits') ?? 'default') as LimitProfile],
    ...defined({ dialect }),
  };
}

/** The catalogs that a stream may name, and what is wrong with those that were given as files. */
export async function readCatalogs(
  options: InputOptions,
  io: Io,
): Promise<{ catalogs: Catalogs; issues: readonly FileIssue[] }> {
  const catalogs = new Catalogs(allCatalogs);
  const issues: FileIssue[] = [];
  for (const file of options.catalogFiles) {
    const outcome = parseCatalog(await readText(file, io), options.limits);
    issues.push(...outcome.issues.map((problem) => ({ file, problem })));
    if (outcome.ok) catalogs.add(outcome.value);
  }
  return { catalogs, issues };
}

export interface FileIssue {
  readonly file: string;
  readonly problem: Issue;
}

export interface FoldSettings {
  readonly strict?: boolean;
  /** Hears what goes wrong while bindings are evaluated. */
  readonly report?: (problem: Issue) => void;
  /** Answers calls that live with the agent. */
  readonly remote?: NonNullable<FoldOptions['remote']>;
}

export function openIntake(
  options: InputOptions,
  catalogs: Catalogs,
  settings: FoldSettings = {},
): { fold: Fold; intake: Intake } {
  const fold = new Fold({ ...settings, catalogs, limits: options.limits });
  const intake = new Intake(fold, defined({ dialect: options.dialect }));
  return { fold, intake };
}

function readText(file: string, io: Io): Promise<string> {
  return readFile(resolve(io.cwd, file), 'utf8').catch((error: unknown) => {
    throw new CallError(fileProblem(file, error));
  });
}

function parseCatalog(text: string, limits: Limits): Outcome<Catalog> {
  const parsed = parseJson(text.replace(/^\uFEFF/, ''), messageBounds(limits));
  return parsed.ok ? importCatalog(parsed.value, limits) : refused([parsed.issue]);
}
