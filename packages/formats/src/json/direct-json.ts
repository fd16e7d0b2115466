// Direct JSON as one of the formats: the model writes the messages. The same repairs as ever, but a version that is missing or another
// is told and not mended: the rest may be written for another protocol too.

import { type Catalog, defined, type Issue, isObject, issue, type JsonObject, quote } from '@vitrine/core/internal';
import { TAGS, unwrapBlocks, wrapBlocks } from '../blocks.ts';
import { createFormat } from '../create-format.ts';
import type { Compiled, CompileOptions, Format, SnippetOptions } from '../format.ts';
import { componentSignature, functionSignature } from '../signatures.ts';
import { writeSignature } from '../type-words.ts';
import { activeCatalogs, categoryOf, judgeMessages } from '../validate.ts';
import { AnswerReader } from './answer-reader.ts';
import { ProgressiveReader } from './progressive-reader.ts';
import { gatherAnswer, parseAnswer } from './read-answer.ts';

const { tag } = TAGS.json;

export const directJson: Format = createFormat({
  name: 'json',
  compile: compileJson,
  decompile: (messages) => ({
    ok: true,
    text: `[\n${messages.map((one) => JSON.stringify(one)).join(',\n')}\n]`,
    issues: [],
  }),
  unwrap: (answer) => unwrapBlocks(answer, { ...TAGS.json, findEnd }),
  wrap: (parts) => wrapBlocks(parts, tag),
  prompt: writeSnippet,
  createReader: ({ drafts, ...options }) => (drafts ? new ProgressiveReader(options) : new AnswerReader(options)),
});

function compileJson(block: string, { catalogs, mend = false, limits }: CompileOptions): Compiled {
  const active = activeCatalogs(catalogs);
  const limited = defined({ limits });
  const { messages, repairs, issues } = gatherAnswer(parseAnswer(`<${tag}>${block}</${tag}>`, limited));
  const faults = [...issues.filter(({ severity }) => severity === 'error')];
  if (faults.length === 0 && messages.length === 0)
    faults.push(issue('VITRINE_JSON_MALFORMED', 'error', 'The block holds no message.', ''));
  if (!mend && repairs.some(({ kind }) => kind === 'missing-version')) faults.push(versionFault('none'));
  for (const { version } of messages) if (!isVersionOf(version, active)) faults.push(versionFault(String(version)));
  const found = faults.length > 0 ? faults : judgeMessages(messages, active, limits);
  const category = categoryOf(found);
  if (category === undefined) return { ok: true, messages, issues: found, repairs };
  return { ok: false, messages: mend ? messages : [], issues: found, repairs, category };
}

function isVersionOf(version: unknown, catalogs: readonly Catalog[]): boolean {
  return catalogs.some(
    ({ protocol = '0.9' }) => version === `v${protocol}` || (protocol === '0.9' && version === 'v0.9.1'),
  );
}

function versionFault(version: string): Issue {
  const words = `A message is of the version ${quote(version)}, which is not that of the catalog.`;
  return issue('VITRINE_MESSAGE_VERSION', 'error', words, '/version');
}

const CLOSING = new RegExp(`</${tag}\\s*>`, 'iy');

/** Outside the strings of JSON. */
function findEnd(answer: string, from: number): readonly [number, number] | undefined {
  let isText = false;
  for (let at = from; at < answer.length; at++) {
    const char = answer[at];
    if (char === '"') isText = !isText;
    else if (char === '\\' && isText) at++;
    else if (char === '<' && !isText) {
      CLOSING.lastIndex = at;
      if (CLOSING.test(answer)) return [at, CLOSING.lastIndex];
    }
  }
  return undefined;
}

const PAYLOADS = {
  createSurface: '{"surfaceId": ID, "catalogId": "…"} opens a surface.',
  updateComponents:
    '{"surfaceId": ID, "components": [{"id": ID, "component": NAME, …properties}]} adds or replaces components; the one with the id "root" is the top.',
  updateDataModel: '{"surfaceId": ID, "path": "/…", "value": …} writes data.',
  deleteSurface: '{"surfaceId": ID} takes a surface away.',
  callRendererFunction:
    '{"functionCallId": ID, "callFunction": {"@call": NAME, "catalogId": "…", "args": {…}}} runs a function.',
} as const;

function writeSnippet({ catalogs, examples = [], messages }: SnippetOptions): string {
  const active = activeCatalogs(catalogs);
  const version = `v${active[0]?.protocol ?? '0.9'}`;
  const kinds =
    messages ?? Object.keys(PAYLOADS).filter((kind) => version === 'v1.0' || kind !== 'callRendererFunction');
  const lines = kinds.map(
    (kind) => `- {"version": "${version}", "${kind}": …}: ${PAYLOADS[kind as keyof typeof PAYLOADS]}`,
  );
  return [
    `Write interfaces as one JSON list of A2UI messages:\n<${tag}>\n[ …messages… ]\n</${tag}>`,
    lines.join('\n'),
    ...active.map(writeCatalog),
    ...examples.map((one) =>
      wrapBlocks(
        [{ raw: directJson.decompile(one.filter(isObject) as readonly JsonObject[], { catalogs: active }).text }],
        tag,
      ),
    ),
  ].join('\n\n');
}

const NONE: ReadonlySet<string> = new Set();

function writeCatalog(catalog: Catalog): string {
  const components = [...catalog.components.keys()].flatMap((name) => componentSignature(catalog, name) ?? []);
  const functions = [...catalog.functions.keys()].flatMap((name) => functionSignature(catalog, name) ?? []);
  const lines = [...components, ...functions].map((one) => writeSignature(one, NONE));
  return `Components and functions of ${catalog.id}, with their properties:\n${lines.join('\n')}`;
}
