// The streams that go through every dialect and face: of the demos, of the examples that stand in this repository, of those
// that npm brings, and of those that lie beside it.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { DEMOS } from '@vitrine/demos';
import { detect } from '@vitrine/dialects';
import { dataIsHere, messagesOf, readCases, stepsOf } from '../a2ui/cases.ts';
import { readExamples } from '../examples/streams.ts';
import { playDemo } from './demo-script.ts';

export interface SourceStream {
  /** `ours/…` may be stored, `published/…` and `shared/…` as digests only. */
  readonly name: string;
  readonly messages: readonly Json[];
  /** Told again by agents of every dialect; absent: by its own alone. */
  readonly isRetold?: true;
}

const ROOT = new URL('../../', import.meta.url);
const SHARED = new URL('../../../shared/', import.meta.url);

/** False: what lies beside the repository is not there, and its cases are not compared. */
export function sharedIsHere(): boolean {
  return dataIsHere() && existsSync(SHARED);
}

export function ownStreams(): readonly SourceStream[] {
  const demos = DEMOS.map((demo) => ({
    name: `ours/demo ${demo.name}`,
    messages: playDemo(demo).flatMap((step) => ('say' in step ? step.say : [])),
    isRetold: true as const,
  }));
  const playground = filesIn('apps/playground/examples/').map((file) => ({
    name: `ours/example ${basename(file.pathname)}`,
    messages: messagesIn(readFileSync(file, 'utf8')),
    isRetold: true as const,
  }));
  const fixtures = ['a2ui-0.8', 'a2ui-0.9', 'a2ui-1.0', 'agentchains', 'vitrine'].flatMap((dialect) =>
    filesIn(`packages/dialects/src/${dialect}/fixtures/`)
      .filter(({ pathname }) => pathname.endsWith('.jsonl'))
      .map((file) => ({
        name: `ours/fixture ${dialect} ${basename(file.pathname)}`,
        messages: messagesIn(readFileSync(file, 'utf8')),
      })),
  );
  return [...demos, ...playground, ...fixtures];
}

/** The examples of @a2ui/web_core. */
export function publishedStreams(): readonly SourceStream[] {
  return readExamples().map(({ title, messages }) => ({
    name: `published/${title}`,
    messages,
    ...(title.startsWith('0.9 minimal') ? {} : { isRetold: true as const }),
  }));
}

export function sharedStreams(): readonly SourceStream[] {
  if (!sharedIsHere()) return [];
  const cases = readCases('core').map(({ title, testCase }) => ({
    name: `shared/a2ui/${title}`,
    messages: stepsOf(testCase).flatMap((step) => listOf(messagesOf(step))),
  }));
  const answers = readFileSync(new URL('conformance/model-answers/express.jsonl', SHARED), 'utf8').trim().split('\n');
  const compiled = answers.map((line, i) => ({
    name: `shared/model-answers/${i + 1}`,
    messages: listOf((JSON.parse(line) as { readonly compiled: Json }).compiled),
  }));
  const texts = ['seeds/', 'reference/'].flatMap((folder) =>
    readdirSync(new URL(folder, SHARED))
      .sort()
      .flatMap((file) => fencesIn(`${folder}${file}`)),
  );
  return [...cases, ...compiled, ...texts].filter(({ messages }) => messages.length > 0);
}

function filesIn(folder: string): readonly URL[] {
  const at = new URL(folder, ROOT);
  return readdirSync(at)
    .sort()
    .map((file) => new URL(file, at));
}

function listOf(value: Json): readonly Json[] {
  return isArray(value) ? value : [value];
}

/** A whole document, or a line each; what is no JSON is left out. */
function messagesIn(text: string): readonly Json[] {
  const whole = parsed(text);
  return whole !== undefined ? listOf(whole) : text.split('\n').flatMap((line) => parsed(line) ?? []);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** What is shown as an example in a text: messages between fences, one stream each. */
function fencesIn(path: string): readonly SourceStream[] {
  const blocks = readFileSync(new URL(path, SHARED), 'utf8').split(/^\s*```.*$/m);
  return blocks
    .filter((_, i) => i % 2 === 1)
    .map((block, i) => ({
      name: `shared/${path} ${i + 1}`,
      messages: messagesIn(block.replace(/^\s*\/\/.*$/gm, '')).filter(isMessage),
    }))
    .filter(({ messages }) => messages.length > 0);
}

function isMessage(value: Json): value is JsonObject {
  return isObject(value) && !('code' in detect(value));
}
