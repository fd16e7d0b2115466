// The tools of OpenClaw under their own names, with its arguments, its answers and its caps. A push tells what is wrong with
// it beside `pushed`: "queued" is not "shown".

import {
  defined,
  Fold,
  type Issue,
  isArray,
  isHeavy,
  isObject,
  type Json,
  type JsonObject,
  LIMIT_PROFILES,
  type Steps,
  type View,
} from '@vitrine/core/internal';
import { a2ui08, Intake, vitrine } from '@vitrine/dialects';
import { Slices } from '@vitrine/face-kit';
import { readAllowedFile } from '../allowed-file.ts';
import { keyOf, pushAccepted, SESSION_ARGS, type ToolCall, type ToolDefinition, WRITE_ARGS } from '../call.ts';
import { linesIn, type MessagesIn, withLines } from '../messages-in.ts';
import { joinedWith } from '../resources.ts';
import { ToolError } from '../tool-error.ts';
import { reset } from './push.ts';

const WORDS =
  /password|secret|token|apikey|bearer|authorization|pin|otp|mfa|credential|session|cookie|auth|refresh|private|access/i;

/**
 * What sounds like a secret is left out of a dump of the canvas: every value under a key that holds one of these
 * words. It hides more than it must, as OpenClaw does: /author holds "auth".
 */
const HIDDEN = '[REDACTED]';

/** Data models have a depth limit, so this has one too. */
function* withoutSecrets(value: Json): Steps<Json> {
  if (!isHeavy(value)) return withoutFew(value);
  const items: [string, Json][] = [];
  for (const [key, member] of Object.entries(value as JsonObject)) {
    items.push([key, !isArray(value) && WORDS.test(key) ? hidden(member) : yield* withoutSecrets(member)]);
    yield;
  }
  return isArray(value) ? items.map(([, item]) => item) : Object.fromEntries(items);
}

/** The same at once. */
function withoutFew(value: Json): Json {
  if (isArray(value)) return value.map(withoutFew);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, WORDS.test(key) ? hidden(member) : withoutFew(member)]),
  );
}

/** The items of a list one by one. */
function hidden(value: Json): Json {
  return isArray(value) ? value.map(() => HIDDEN) : HIDDEN;
}

const PUSH: Omit<ToolDefinition, 'name'> = {
  title: 'Push A2UI to the canvas',
  description:
    'Sends A2UI 0.8 messages, one a line, to the canvas. Give jsonl, or jsonlPath of a file in the allowed folder.',
  properties: {
    jsonl: { type: 'string', description: 'A2UI 0.8 messages, one a line.' },
    jsonlPath: { type: 'string', description: 'A file with the same.' },
    ...WRITE_ARGS,
  },
  shows: true,
  async run(args, call) {
    const text = await textOf(args, call);
    const size = Buffer.byteLength(text);
    const { pushBytes } = call.settings;
    if (size > pushBytes) throw new ToolError(`jsonl exceeds the maximum size of ${pushBytes} bytes.`);
    const read = await linesIn(text, LIMIT_PROFILES.openclaw);
    const session = await call.sessionKeys.open(call, keyOf(args));
    const decided = await call.decide(async () => withinCaps(read, await call.port.sessions.view(session)));
    const within = new Set(decided.accepted);
    const isWithin = (_: unknown, index: number): boolean => within.has(index);
    const [messages, lines] = [read.messages.filter(isWithin), read.lines.filter(isWithin)];
    const judged = { messages, lines, issues: decided.issues as unknown as readonly Issue[] };
    return { pushed: true, ...(await pushAccepted(session, judged, call, { dialect: 'a2ui-0.8' })) };
  },
};

export const canvas: readonly ToolDefinition[] = [
  { name: 'canvas.a2ui.push', ...PUSH },
  { name: 'canvas.a2ui.pushJSONL', ...PUSH },
  {
    ...reset,
    name: 'canvas.a2ui.reset',
    title: 'Clear the canvas',
    async run(args, call) {
      await reset.run(args, call);
      return { reset: true };
    },
  },
  {
    name: 'canvas.a2ui.dump',
    title: 'Read the canvas',
    description:
      'Gives the surfaces of the canvas with their components and data; what sounds like a secret is left out.',
    readOnly: true,
    properties: SESSION_ARGS,
    run: dump,
  },
  {
    name: 'canvas.caps',
    title: 'What the canvas can do',
    description: 'Gives the capabilities of the canvas.',
    readOnly: true,
    properties: SESSION_ARGS,
    run: async () => ({
      renderer: 'native',
      eval: false,
      snapshot: false,
      navigate: false,
      a2ui: { version: '0.8', push: true, reset: true, introspect: true },
    }),
  },
];

async function textOf({ jsonl, jsonlPath }: JsonObject, { settings }: ToolCall): Promise<string> {
  if (typeof jsonl === 'string' && jsonl.trim() !== '') return jsonl;
  if (typeof jsonlPath === 'string' && jsonlPath !== '')
    return readAllowedFile(jsonlPath, settings.files, settings.pushBytes);
  throw new ToolError('Missing jsonl or jsonlPath.');
}

/** Which messages the caps of OpenClaw let in; what is wrong with the rest, by line. Judged on a copy of what there is. */
function withinCaps(read: Required<MessagesIn>, view: View): { readonly accepted: number[]; readonly issues: Json } {
  const fold = new Fold({ catalogs: view.catalogs, limits: LIMIT_PROFILES.openclaw });
  const copy = new Intake(fold, { dialects: [vitrine] });
  for (const message of vitrine.join(view).wire) copy.message(message);
  const intake = new Intake(fold, { dialects: [a2ui08] });
  const [accepted, issues]: [number[], Issue[]] = [[], [...read.issues]];
  for (const [index, message] of read.messages.entries()) {
    const receipt = intake.message(message);
    if (receipt.ok) accepted.push(index);
    else {
      const placed = receipt.issues.map((one) => ({ ...one, at: `/${index}${one.at ?? ''}` }));
      issues.push(...withLines(placed, read.lines));
    }
  }
  return { accepted, issues: issues as unknown as Json };
}

/** In the words of 0.8, as its reader would have them. */
async function dump(args: JsonObject, { sessionKeys, agent, port }: ToolCall): Promise<JsonObject> {
  const session = await sessionKeys.find(agent, keyOf(args));
  if (session === undefined) throw new ToolError('the canvas is not open.', 'CANVAS_NOT_OPEN');
  const view = await port.sessions.view(session);
  const components = componentsIn(await joinedWith(port, session, view, a2ui08));
  const shown = [...view.surfaces].map(([id, { root, data }]) => ({ id, root, data: data.snapshot() }));
  const surfaces: { [id: string]: JsonObject } = {};
  const slices = new Slices();
  for (const { id, root, data } of shown) {
    const dataModel = await slices.take(withoutSecrets(data));
    surfaces[id] = { surfaceId: id, root, components: components.get(id) ?? [], dataModel };
  }
  const renderer = shown.length > 0 ? 'native' : 'none';
  const state: JsonObject = { renderer, a2uiVersion: '0.8', surfaceCount: shown.length, surfaces };
  return slices.takeAll(port.transport.redactSteps(state));
}

/** By surface. */
function componentsIn(wire: readonly Json[]): ReadonlyMap<string, JsonObject[]> {
  const found = new Map<string, JsonObject[]>();
  for (const message of wire) {
    const { surfaceUpdate } = message as { surfaceUpdate?: { surfaceId: string; components: readonly JsonObject[] } };
    if (surfaceUpdate === undefined) continue;
    const { surfaceId, components } = surfaceUpdate;
    const known = found.get(surfaceId) ?? [];
    found.set(surfaceId, known);
    for (const one of components) known.push(dumped(one));
  }
  return found;
}

function dumped({ id, weight, component }: JsonObject): JsonObject {
  const [name = '', properties = {}] = Object.entries(component as JsonObject)[0] ?? [];
  return { id: id ?? '', componentName: name, properties, ...defined({ weight }) };
}
