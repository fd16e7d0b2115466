// `vitrine render FILE --to text|html|email`: what a person would see of a stream once all of it has arrived.

import { defined, type Issue, type View } from '@vitrine/core/internal';
import { drawView } from '@vitrine/dialects';
import type { Command } from '../command.ts';
import { CallError } from '../errors.ts';
import { INPUT_FLAGS, type InputOptions, openIntake, readCatalogs, readInputOptions } from '../input-flags.ts';
import type { ExitCode, Io } from '../io.ts';
import { feed, readInput } from '../read-input.ts';
import { issueLine, plain } from '../say.ts';

type RenderTarget = 'text' | 'html' | 'email';

export interface RenderOptions extends InputOptions {
  readonly to: RenderTarget;
  /** For mails: where a person acts. */
  readonly sessionUrl?: string | undefined;
  readonly json: boolean;
  readonly width: number;
  /** Inputs say what is wrong with them, as after an attempt to send. */
  readonly tried: boolean;
}

/** What goes wrong in evaluating a template goes wrong once an item: each is said once, and not without end. */
const MAX_REMARKS = 100;

/** Pictures on standard output, issues on standard error. Ends with 1 if an issue is an error; what stands is drawn. */
export async function render(options: RenderOptions, io: Io): Promise<ExitCode> {
  const { catalogs, issues: catalogIssues } = await readCatalogs(options, io);
  const remarks = new Map<string, Issue>();
  const report = (problem: Issue) => {
    if (remarks.size < MAX_REMARKS) remarks.set(`${problem.code} ${problem.message}`, problem);
  };
  const { fold, intake } = openIntake(options, catalogs, { report });
  const issues: Issue[] = [];
  const note = async (problem: Issue, file: string) => {
    issues.push(problem);
    if (!options.json) await io.stderr.write(issueLine(file, problem, io.stderr));
  };
  for (const { file, problem } of catalogIssues) await note(problem, file);
  for await (const receipt of feed(readInput(options.file, io), intake, options.limits)) {
    for (const problem of receipt.issues) await note(problem, options.file);
  }
  if (options.to !== 'text') return await renderFile(options, fold, { report, remarks, issues, note }, io);
  const surfaces = drawView(fold, { width: options.width, tried: options.tried });
  for (const problem of remarks.values()) await note(problem, options.file);
  const ok = issues.every(({ severity }) => severity !== 'error');
  if (options.json) await io.stdout.write(`${JSON.stringify({ ok, surfaces, issues }, null, 2)}\n`);
  else await io.stdout.write(compose(surfaces));
  return ok ? 0 : 1;
}

interface RenderFindings {
  readonly report: (problem: Issue) => void;
  readonly remarks: ReadonlyMap<string, Issue>;
  readonly issues: readonly Issue[];
  readonly note: (problem: Issue, file: string) => Promise<void>;
}

/** One file with everything in it. */
async function renderFile(options: RenderOptions, view: View, found: RenderFindings, io: Io): Promise<ExitCode> {
  const { renderDocument, renderEmail } = await import('@vitrine/web/server');
  const { report } = found;
  const file =
    options.to === 'html'
      ? await renderDocument(view, { report })
      : await renderEmail(view, { report, ...defined({ sessionUrl: options.sessionUrl }) });
  for (const problem of found.remarks.values()) await found.note(problem, options.file);
  const ok = found.issues.every(({ severity }) => severity !== 'error');
  if (options.json) await io.stdout.write(`${JSON.stringify({ ok, file, issues: found.issues }, null, 2)}\n`);
  else await io.stdout.write(file);
  return ok ? 0 : 1;
}

/** One surface stands alone; several are told apart by their ids. */
export function compose(surfaces: readonly { readonly id: string; readonly text: string }[]): string {
  if (surfaces.length === 0) return '(no surface is open)\n';
  if (surfaces.length === 1) return surfaces[0]?.text ?? '';
  return surfaces.map(({ id, text }) => `surface ${plain(id)}\n\n${text}`).join('\n');
}

const TARGETS: readonly RenderTarget[] = ['text', 'html', 'email'];
const WIDTH = /^[1-9][0-9]{1,3}$/;

function readWidth(text: string | undefined, io: Io): number {
  if (text === undefined) return Math.min(io.stdout.columns ?? 80, 120);
  if (!WIDTH.test(text) || Number(text) < 20)
    throw new CallError(`--width is a number of columns from 20, not "${text}".`);
  return Number(text);
}

export const renderCommand: Command = {
  name: 'render',
  operands: ['FILE'],
  description: 'Draw the surfaces that a stream leaves.',
  examples: [
    ['vitrine render booking.jsonl', 'as text'],
    ['vitrine render booking.jsonl --to html > page.html', 'as one file without scripts'],
  ],
  flags: [
    {
      name: 'to',
      value: 'text|html|email',
      choices: TARGETS,
      description: 'How: plain text, one HTML file without scripts, or the HTML of a mail.',
    },
    { name: 'session-url', value: 'URL', description: 'In a mail: where buttons and fields lead to.' },
    { name: 'width', value: 'COLUMNS', description: 'Not wider than this (the terminal, else 80).' },
    { name: 'tried', description: 'As after an attempt to send: inputs say what is wrong with them.' },
    { name: 'json', description: 'Print {ok, surfaces: [{id, text}], issues}; of a file {ok, file, issues}.' },
    ...INPUT_FLAGS,
  ],
  run: (call, io) => {
    const to = TARGETS.find((one) => one === call.get('to'));
    if (to === undefined) throw new CallError('"vitrine render" needs --to text, html or email.');
    const width = readWidth(call.get('width'), io);
    const own = { to, sessionUrl: call.get('session-url'), json: call.has('json'), tried: call.has('tried'), width };
    return render({ ...readInputOptions(call), ...own }, io);
  },
};
