// `vitrine validate FILE`: reads a stream as it arrives and says what is wrong with it.

import { type Issue, IssueList, Pending, Tree, unshown } from '@vitrine/core/internal';
import type { DialectId } from '@vitrine/dialects';
import type { Command } from '../command.ts';
import { INPUT_FLAGS, type InputOptions, openIntake, readCatalogs, readInputOptions } from '../input-flags.ts';
import type { ExitCode, Io } from '../io.ts';
import { feed, readInput } from '../read-input.ts';
import { count, issueLine, paint, plain } from '../say.ts';

export interface ValidateOptions extends InputOptions {
  /** Also whole-tree rules at the end of the stream, and no mending. */
  readonly strict: boolean;
  readonly json: boolean;
}

/** Issues kept for --json; a stream of nothing but faults must not fill the memory. Lines for people are not kept. */
const MAX_ISSUES = 10_000;

/**
 * Ends with 0 if no issue is an error, else with 1. What a person does not get to see is an error where nothing stands for
 * it and a warning where a placeholder does.
 */
export async function validate(options: ValidateOptions, io: Io): Promise<ExitCode> {
  const report = new Report(options, io);
  const { catalogs, issues } = await readCatalogs(options, io);
  for (const { file, problem } of issues) await report.add(problem, file);
  const shown = new Map<string, Issue>();
  const { fold, intake } = openIntake(options, catalogs, {
    strict: options.strict,
    // A template says the same for each of its items.
    report: (problem) => void shown.set(`${problem.code} ${problem.at}`, problem),
    // Who it lives with may know it.
    remote: ({ name }) => new Pending(name),
  });
  for await (const receipt of feed(readInput(options.file, io), intake, options.limits)) {
    report.message(receipt.ok, receipt.dialect);
    for (const problem of receipt.issues) await report.add(problem);
    if (io.stdout.closed) break;
  }
  for (const problem of fold.topology()) {
    if (problem.code !== 'VITRINE_TREE_CYCLE' || options.strict)
      await report.add(options.strict ? problem : { ...problem, severity: 'warning' });
  }
  for (const surface of fold.surfaces.values()) {
    for (const problem of unshown(new Tree(surface, fold))) shown.set(`${problem.code} ${problem.at}`, problem);
  }
  for (const problem of shown.values()) await report.add(problem);
  if (options.strict) for (const problem of fold.names()) await report.add(problem);
  await report.end();
  return report.errors === 0 ? 0 : 1;
}

class Report {
  readonly #options: ValidateOptions;
  readonly #io: Io;
  readonly #issues = new IssueList(MAX_ISSUES);
  readonly #dialects = new Set<DialectId>();
  #accepted = 0;
  #refused = 0;
  errors = 0;
  warnings = 0;

  constructor(options: ValidateOptions, io: Io) {
    this.#options = options;
    this.#io = io;
  }

  message(ok: boolean, dialect: DialectId | undefined): void {
    if (ok) this.#accepted++;
    else this.#refused++;
    if (dialect !== undefined) this.#dialects.add(dialect);
  }

  async add(problem: Issue, file = this.#options.file): Promise<void> {
    if (problem.severity === 'error') this.errors++;
    else this.warnings++;
    if (!this.#options.json) await this.#io.stdout.write(issueLine(file, problem, this.#io.stdout));
    else this.#issues.add(problem);
  }

  async end(): Promise<void> {
    const { stdout } = this.#io;
    await stdout.write(this.#options.json ? `${JSON.stringify(this.#result(), null, 2)}\n` : this.#summary());
  }

  #result() {
    const { unlisted } = this.#issues;
    return {
      ok: this.errors === 0,
      // That of the first message in which one was recognised.
      dialect: [...this.#dialects][0] ?? null,
      accepted: this.#accepted,
      issues: this.#issues.all(),
      ...(unlisted === 0 ? {} : { unlisted }),
    };
  }

  #summary(): string {
    const { stdout } = this.#io;
    const verdict = this.errors === 0 ? paint(stdout, 'good', 'ok') : paint(stdout, 'error', 'not ok');
    const parts = [`${count(this.#accepted, 'message')} accepted`];
    if (this.#refused > 0) parts.push(`${this.#refused} refused`);
    if (this.errors > 0) parts.push(count(this.errors, 'error'));
    if (this.warnings > 0) parts.push(count(this.warnings, 'warning'));
    const spoken = this.#dialects.size === 0 ? '' : ` (${[...this.#dialects].join(', ')})`;
    return `${plain(this.#options.file)}: ${verdict}, ${parts.join(', ')}${spoken}\n`;
  }
}

export const validateCommand: Command = {
  name: 'validate',
  operands: ['FILE'],
  description: 'Say what is wrong with a stream, message by message.',
  examples: [
    ['vitrine validate booking.jsonl', 'every issue with line and place'],
    ['my-agent | vitrine validate - --strict --json', 'for programs; mends nothing'],
  ],
  flags: [
    { name: 'strict', description: 'Mend nothing, and check the whole tree at the end.' },
    { name: 'json', description: 'Print {ok, dialect, accepted, issues}.' },
    ...INPUT_FLAGS,
  ],
  run: (call, io) => validate({ ...readInputOptions(call), strict: call.has('strict'), json: call.has('json') }, io),
};
