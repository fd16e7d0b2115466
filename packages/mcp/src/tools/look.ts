// Looking: what there is, what the person sees, what the person did, what this host can show.

import { defined, type Entry, type Json, type JsonObject, type TaskOp, type View } from '@vitrine/core/internal';
import { DIALECT_IDS, drawViewSteps } from '@vitrine/dialects';
import { Slices } from '@vitrine/face-kit';
import { entriesWithin, keyOf, SESSION_ARGS, sessionOf, type ToolDefinition } from '../call.ts';
import { ToolError } from '../tool-error.ts';

const ONE_SURFACE: JsonObject = { type: 'string', description: 'Only this one.' };

function assertShown(surface: Json | undefined, surfaces: View['surfaces']): string | undefined {
  if (typeof surface !== 'string' || surfaces.has(surface)) return surface as string | undefined;
  throw new ToolError('there is no such surface.');
}

export const dump: ToolDefinition = {
  name: 'a2ui_dump',
  title: 'Read the state',
  description: 'Gives all surfaces with their components and data, open questions and tasks, as they are now.',
  readOnly: true,
  properties: { surface: ONE_SURFACE, ...SESSION_ARGS },
  async run(args, call) {
    const session = await sessionOf(args, call);
    const { surfaces, asks, tasks } = await call.port.sessions.view(session);
    assertShown(args.surface, surfaces);
    const wanted = [...surfaces].filter(([id]) => id === (args.surface ?? id));
    const shown = Object.fromEntries(wanted.map(([id, surface]) => [id, surface.snapshot() as unknown as Json]));
    const state = { session, surfaces: shown, asks: [...asks.values()], tasks: [...tasks.values()] };
    return new Slices().takeAll(call.port.transport.redactSteps(state as unknown as JsonObject));
  },
};

export const picture: ToolDefinition = {
  name: 'a2ui_picture',
  title: 'See what the person sees',
  description: 'Draws what is on the screen as text.',
  readOnly: true,
  properties: {
    surface: ONE_SURFACE,
    width: { type: 'number', minimum: 20, maximum: 400 },
    ...SESSION_ARGS,
  },
  async run(args, call) {
    const session = await sessionOf(args, call);
    const width = typeof args.width === 'number' ? args.width : 80;
    const view = await call.port.sessions.view(session);
    const text = await pictureOf(view, width, assertShown(args.surface, view.surfaces));
    return { session, text: call.port.transport.redact(text).value };
  },
};

/** Characters that all surfaces together may show: more than a model reads, and drawn in one go where one has them all. */
const MAX_PICTURE = 64 * 1024;

export async function pictureOf(view: View, width: number, only?: string): Promise<string> {
  const options = {
    width,
    maxTotal: MAX_PICTURE,
    ...defined({ only: only === undefined ? undefined : (id: string) => id === only }),
  };
  const all = await new Slices().takeAll(drawViewSteps(view, options));
  const drawn = all.flatMap(({ id, ask, text }) => (ask === undefined ? [`# ${id}\n${text}`] : []));
  const asks = all.flatMap(({ ask, text }) => (ask === undefined ? [] : [`? ${text}`]));
  const tasks = only === undefined ? [...view.tasks.values()].map(taskLine) : [];
  return [...drawn, ...asks, ...tasks].join('\n') || '(nothing is shown)\n';
}

function taskLine({ task, value, total, message }: TaskOp): string {
  const far = value === undefined ? '…' : total === undefined ? String(value) : `${value} of ${total}`;
  return `~ ${message ?? task}: ${far}\n`;
}

export const capabilities: ToolDefinition = {
  name: 'a2ui_capabilities',
  title: 'What can be shown',
  description:
    'Gives the dialects that are read, the catalogs and the names of their components, and the limits of one push.',
  readOnly: true,
  properties: SESSION_ARGS,
  async run(args, call) {
    const session = await call.sessionKeys.open(call, keyOf(args));
    const { catalogs } = await call.port.sessions.view(session);
    const listed = [...catalogs].map(({ id, components, functions }) => ({
      id,
      components: [...components.keys()],
      functions: [...functions.keys()],
    }));
    const { pushBytes, pushMessages } = call.settings;
    const limits = { pushBytes, pushMessages };
    return { dialects: [...DIALECT_IDS], catalogs: listed, limits };
  },
};

const MAX_EVENTS = 200;
/** What is longer comes with the next call. */
const MAX_EVENTS_LENGTH = 1 << 20;

export const events: ToolDefinition = {
  name: 'a2ui_events',
  title: 'What the person did',
  description:
    'Gives what the person did after a seq: actions, answers, words. Waits for something when there is nothing yet. Call again with after = next.',
  readOnly: true,
  properties: {
    after: { type: 'integer', minimum: 0, description: 'The beginning when absent.' },
    waitSeconds: { type: 'number', minimum: 0, maximum: 300, description: '0 when absent.' },
    ...SESSION_ARGS,
  },
  async run(args, call) {
    const session = await sessionOf(args, call);
    const head = (await call.port.sessions.find(session))?.seq ?? 0;
    const wait = typeof args.waitSeconds === 'number' ? args.waitSeconds : 0;
    let next = typeof args.after === 'number' ? args.after : 0;
    const found: JsonObject[] = [];
    let length = 0;
    for await (const entry of entriesWithin(wait, { session, after: next, head }, call)) {
      next = entry.seq;
      const deeds = deedsIn(entry);
      found.push(...deeds);
      if (deeds.length > 0) length += JSON.stringify(deeds).length;
      if (found.length >= MAX_EVENTS || length >= MAX_EVENTS_LENGTH || (found.length > 0 && next >= head)) break;
    }
    return new Slices().takeAll(call.port.transport.redactSteps({ session, events: found as Json, next }));
  },
};

/** A person's typing is no deed: it comes with the action. */
function deedsIn({ seq, at, body }: Entry): readonly JsonObject[] {
  return body.flatMap((part) =>
    'event' in part && part.event !== 'input' && part.event !== 'sync'
      ? [{ seq, at, event: part as unknown as JsonObject }]
      : [],
  );
}
