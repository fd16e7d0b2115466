// What every command that reads a stream takes: its dialect, further catalogs, limits. From these flags comes the fold
// that the stream is read into.

import { allCatalogs } from '@vitrine/core/catalogs/all';
import {
  Catalogs,
  defined,
  Fold,
  type FoldOptions,
  guardedCatalog,
  type Issue,
  LIMIT_PROFILES,
  type LimitProfile,
  type Limits,
} from '@vitrine/core/internal';
import { DIALECT_ALIASES, DIALECT_IDS, DIALECTS, type Dialect, dialectById, Intake } from '@vitrine/dialects';
import { readCatalogFile } from './catalog-file/read-catalog-file.ts';
import type { CommandArguments, Flag } from './command.ts';
import type { Io } from './io.ts';

/** Of every flag that names a file with catalogs. */
export const CATALOG_WORDS =
  'Also know the catalogs of this module (docs/catalogs-of-your-own.md) or A2UI catalog.json.';

/** Of every flag that names a dialect. */
export const DIALECT_CHOICE = { value: 'DIALECT', choices: DIALECT_IDS, aliases: DIALECT_ALIASES } as const;

export const INPUT_FLAGS: readonly Flag[] = [
  { name: 'dialect', ...DIALECT_CHOICE, description: 'Read every message as this dialect.' },
  { name: 'catalog', value: 'FILE', repeatable: true, description: CATALOG_WORDS },
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
    const read = await readCatalogFile(file, io, options.limits);
    issues.push(...read.issues.map((problem) => ({ file, problem })));
    for (const catalog of read.catalogs.values()) catalogs.add(guardedCatalog(catalog, () => undefined));
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
  const { dialect } = options;
  const intake = new Intake(fold, { dialects: dialect === undefined ? DIALECTS : [dialect] });
  return { fold, intake };
}
