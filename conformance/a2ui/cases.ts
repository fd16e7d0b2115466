// The A2UI project's language-neutral cases, read from beside the repository. What an action means is left to actions/.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json, JsonObject } from '@vitrine/core';
import { parse } from 'yaml';

const DATA = fileURLToPath(new URL('../../../shared/conformance/a2ui/', import.meta.url));

/** Only a word in quotes is an error's wording; a category is compared. */
export type ExpectedError = string | { readonly category?: string };

export interface Step {
  readonly messages?: Json;
  readonly payload?: Json;
  readonly expect?: Json;
  readonly expectError?: ExpectedError;
}

/** One case as it stands in its file: every action has fields of its own besides these. */
export interface Case extends Step {
  readonly name: string;
  readonly action: string;
  readonly protocolVersion?: string;
  readonly strictMode?: boolean;
  readonly catalog?: JsonObject;
  readonly catalogs?: readonly JsonObject[];
  readonly catalogPaths?: readonly string[];
  readonly steps?: readonly Step[];
  readonly expect_error?: ExpectedError;
  readonly args?: JsonObject;
  readonly [field: string]: unknown;
}

export interface TitledCase {
  readonly title: string;
  readonly testCase: Case;
}

export function dataIsHere(): boolean {
  return existsSync(join(DATA, 'core'));
}

/** A case that lacks what it would be compared with: nothing can be said of it, neither good nor bad. */
export class NotRunnableError extends Error {}

export function readCases(suites: 'core' | 'core_more'): readonly TitledCase[] {
  const folder = join(DATA, suites);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) => {
      const cases = parse(readFileSync(join(folder, file), 'utf8')) as Case[];
      return cases.map((testCase) => ({ title: `${basename(file, '.yaml')}/${testCase.name}`, testCase }));
    });
}

/** A file that a case names, by its path from the folder that holds core/. */
export function readData(path: string): Json | undefined {
  const file = join(DATA, path);
  return existsSync(file) ? (parse(readFileSync(file, 'utf8')) as Json) : undefined;
}

/** The steps of a case; a case without any is one step itself. */
export function stepsOf(testCase: Case): readonly Step[] {
  return testCase.steps ?? [testCase];
}

/** What a step sends; the suites have two words for it. */
export function messagesOf(step: Step): Json {
  return step.messages ?? step.payload ?? [];
}
