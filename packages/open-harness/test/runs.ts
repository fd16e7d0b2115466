// Signals for tests: a run with the names and payloads of the published tables, and what a reader of messages sees.

import { Catalogs, drawText, Fold, type Json, Tree } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { a2ui08, a2ui09, a2ui10, Intake } from '@vitrine/dialects';
import { createSignal } from '../src/bus.ts';
import type { A2UIMessage, A2UIVersion, Signal } from '../src/types.ts';

export const RUN: readonly (readonly [name: string, payload: unknown])[] = [
  ['workflow:start', { agents: ['writer'], state: {}, runId: 'r1' }],
  ['agent:activated', { agent: 'writer', trigger: 'workflow:start' }],
  ['harness:start', { harness: 'claude', model: 'fast' }],
  ['text:delta', { content: 'Good ' }],
  ['text:delta', { content: 'morning' }],
  ['text:complete', { content: 'Good morning' }],
  ['tool:call', { name: 'search', input: { q: 'weather' } }],
  ['tool:result', { name: 'search', output: 'sunny' }],
  ['harness:error', { code: 'RATE', message: 'slow down', recoverable: true }],
  ['harness:end', { output: 'Good morning', usage: { tokens: 4 } }],
  ['workflow:end', { durationMs: 12, state: {} }],
];

export function signals(run: readonly (readonly [string, unknown])[] = RUN): Signal[] {
  return run.map(([name, payload]) => createSignal(name, payload));
}

const DIALECTS = { '0.8': a2ui08, '0.9': a2ui09, '1.0': a2ui10 };

/** What a reader that takes nothing wrong makes of messages, as a text. */
export function seen(messages: readonly A2UIMessage[], version: A2UIVersion = '0.8', surface = 'main'): string {
  const fold = new Fold({ catalogs: new Catalogs([basic08, basic09, basic10]), strict: true });
  const intake = new Intake(fold, { dialects: [DIALECTS[version]] });
  for (const message of messages) {
    const { issues } = intake.message(message as Json);
    if (issues.length > 0) throw new Error(JSON.stringify([message, issues]));
  }
  const shown = fold.surfaces.get(surface);
  return shown === undefined ? '' : drawText(new Tree(shown, fold)).trim();
}
