// `vitrine doctor`: what would keep a host from running well here, and what to do about it. What is judged stands in
// doctor/host-checks.ts.

import type { Command, CommandArguments } from '../command.ts';
import { CallError } from '../errors.ts';
import type { ExitCode, Io, Sink } from '../io.ts';
import { count, paint, plain } from '../say.ts';
import { SERVE_FLAGS } from '../serving/serve-flags.ts';

const ASKED = ['config', 'port', 'host', 'data', 'database-url'];
const COLOURS = { ok: 'good', warning: 'warning', error: 'error' } as const;

async function doctor(call: CommandArguments, io: Io): Promise<ExitCode> {
  const [{ readServeOptions }, { HOST_CHECKS }] = await Promise.all([
    import('../serving/serve-options.ts'),
    import('../doctor/host-checks.ts'),
  ]);
  const settings = await readServeOptions(call, io).catch((error: unknown) => {
    if (error instanceof CallError) return error;
    throw error;
  });
  const findings: FindingRow[] = [];
  if (settings instanceof CallError)
    findings.push({ check: 'settings', state: 'error', message: settings.message, advice: 'Mend it first.' });
  else for (const { name, run } of HOST_CHECKS) findings.push({ check: name, ...(await run(settings, io)) });
  const errors = findings.filter(({ state }) => state === 'error').length;
  if (call.has('json')) await io.stdout.write(`${JSON.stringify({ ok: errors === 0, findings }, null, 2)}\n`);
  else await tell(findings, errors, io.stdout);
  return errors === 0 ? 0 : 1;
}

interface FindingRow {
  readonly check: string;
  readonly state: keyof typeof COLOURS;
  readonly message: string;
  readonly advice?: string;
}

async function tell(findings: readonly FindingRow[], errors: number, sink: Sink): Promise<void> {
  for (const { check, state, message, advice } of findings) {
    await sink.write(`${paint(sink, COLOURS[state], state.padEnd(8))} ${check.padEnd(9)} ${plain(message)}\n`);
    if (advice !== undefined) await sink.write(`${' '.repeat(19)}${plain(advice)}\n`);
  }
  const all = errors === 0 ? 'A host can run here: "vitrine serve".' : `${count(errors, 'error')} to mend first.`;
  await sink.write(`${all} Whether what is stored is whole, "vitrine verify" says.\n`);
}

export const doctorCommand: Command = {
  name: 'doctor',
  operands: [],
  description: 'Say what would keep a host from running well here: Node, database, folder, keys, disk, port, browser.',
  examples: [
    ['vitrine doctor', 'of a host with the usual settings'],
    ['vitrine doctor --data /srv/vitrine --port 80', 'of one with these; it takes what "vitrine serve" takes'],
  ],
  flags: [
    ...SERVE_FLAGS.map((flag) => (ASKED.includes(flag.name) ? flag : { ...flag, isListedElsewhere: true as const })),
    { name: 'json', description: 'Print {ok, findings: [{check, state, message, advice}]}.' },
  ],
  run: doctor,
};
