import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT, readManifest } from './source-files.mjs';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Workflow {
  readonly on: object;
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[]; readonly strategy?: { matrix: object } }>>;
}

const folder = join(ROOT, '.github/workflows');
const workflows = readdirSync(folder).map((name): [string, Workflow] => [
  name,
  parse(readFileSync(join(folder, name), 'utf8')),
]);
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps }) => steps);

describe.each(workflows)('the workflow %s', (_, workflow) => {
  it('names its permissions, and pins every action to a commit', () => {
    expect(workflow.permissions).toBeDefined();
    for (const { uses } of stepsOf(workflow)) if (uses !== undefined) expect(uses).toMatch(/^[\w/-]+@[0-9a-f]{40}$/);
  });

  it('runs only scripts that there are', () => {
    const { scripts } = readManifest(ROOT, '.') as { scripts?: Record<string, string> };
    const called = stepsOf(workflow).flatMap(({ run = '' }) => [...run.matchAll(/npm (?:run )?([\w:]+)/g)]);
    const known = ['ci', ...Object.keys(scripts ?? {})];
    for (const [, name] of called) expect(known).toContain(name);
    expect(called.length).toBeGreaterThan(1);
  });
});

describe('the checks', () => {
  it('run on every version of Node that is supported', () => {
    const [, checks] = workflows.find(([name]) => name === 'checks.yml') ?? [];
    expect(checks?.jobs.test?.strategy?.matrix).toEqual({ node: [20, 22, 24] });
  });
});
