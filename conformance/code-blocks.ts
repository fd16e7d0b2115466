// The code blocks of README, docs/ and the packages' READMEs, with where each stands, for the tests that compile and run them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, ROOT } from '../scripts/source-files.mjs';

export interface CodeBlock {
  /** `docs/agent.md:46`. */
  readonly at: string;
  /** As a name of a file, without its ending. */
  readonly name: string;
  readonly language: string;
  readonly code: string;
}

const DOCUMENTS = /^(?:README\.md|docs\/[^/]+\.md|packages\/[^/]+\/README\.md)$/;

/** From the root of the repository. */
const documents = () => listFiles(ROOT).filter((path) => DOCUMENTS.test(path));

/** @param languages as they stand behind the fence */
export function codeBlocks(languages: readonly string[]): readonly CodeBlock[] {
  return documents().flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)]
      .filter(([, language]) => languages.includes(language as string))
      .map(({ 1: language, 2: code, index }) => {
        const line = text.slice(0, index).split('\n').length + 1;
        const name = `${path.replace(/\.md$/, '').replaceAll(/\W/g, '-')}-${line}`;
        return { at: `${path}:${line}`, name, language: language as string, code: code as string };
      });
  });
}
