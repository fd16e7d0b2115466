// AgentChains from an agent: the seven ui.* methods, made ops. Those of components stand in components.ts.

import {
  type AskOp,
  defined,
  Findings,
  type Json,
  type JsonObject,
  jsonEqual,
  type NewEntry,
  type Op,
  type Outcome,
  type TaskOp,
  type View,
} from '@vitrine/core/internal';
import type { DialectClock } from '../dialect.ts';
import { onlyFields } from '../envelope.ts';
import {
  addSeconds,
  MAX_TTL_SECONDS,
  type MessageInput,
  type MessageReader,
  NOTHING,
  readRender,
  readUpdate,
} from './components.ts';
import { at, boolField, idField, numberField, oneOfField, optionalField, textField } from './fields.ts';
import { AGENT_METHODS, type AgentMethod, readCall } from './rpc.ts';
import { apart, askWords, styleOf } from './talk.ts';
import { checkUrl } from './urls.ts';
import { INPUT_TYPES, readWant } from './want.ts';

const DEFAULT_TIMEOUT_SECONDS = 30;
const DEFAULT_DURATION_MS = 5000;
const PROMPT_LENGTH = 1000;
const TITLE_LENGTH = 255;
const URL_LENGTH = 2000;
const MAX_TIMEOUT_SECONDS = 300;
const MAX_DURATION_MS = 60_000;
const PROGRESS_TYPES = ['determinate', 'indeterminate', 'streaming'] as const;
const METHODS: {
  readonly [method in AgentMethod]: { readonly fields: readonly string[]; readonly read: MessageReader };
} = {
  'ui.render': { fields: ['component_id', 'component_type', 'data', 'metadata'], read: readRender },
  'ui.update': { fields: ['component_id', 'operation', 'data'], read: readUpdate },
  'ui.request_input': {
    fields: ['request_id', 'input_type', 'prompt', 'options', 'validation', 'timeout_seconds'],
    read: readInput,
  },
  'ui.confirm': { fields: ['request_id', 'title', 'description', 'severity', 'timeout_seconds'], read: readConfirm },
  'ui.progress': { fields: ['task_id', 'progress_type', 'value', 'total', 'message'], read: readProgress },
  'ui.navigate': { fields: ['url', 'new_tab'], read: readNavigate },
  'ui.notify': { fields: ['level', 'title', 'message', 'duration_ms'], read: readNotify },
};

export function decodeAgentMessage(wire: Json, view: View, moment?: DialectClock): Outcome<NewEntry> {
  const findings = new Findings(view.limits, view.strict);
  const call = readCall(wire, 'agent', AGENT_METHODS, findings);
  if (call === undefined) return { ok: false, issues: findings.all() };
  const { fields, read } = METHODS[call.method];
  onlyFields(call.params, fields, findings);
  const body = read({ params: call.params, view, findings, moment });
  return findings.refused || body.length === 0
    ? { ok: false, issues: findings.all() }
    : { ok: true, value: { body }, issues: findings.all() };
}

function readInput({ params, findings, moment }: MessageInput): readonly Op[] {
  const ask = idField(params, 'request_id', findings);
  const type = oneOfField(params, 'input_type', INPUT_TYPES, findings);
  const prompt = textField(params, 'prompt', findings, { required: true, min: 1, max: PROMPT_LENGTH });
  // Not of the seed: without one a question stays until it is answered.
  const timeout = numberField(params, 'timeout_seconds', findings, { integer: true, min: 1, max: MAX_TTL_SECONDS });
  const want = type === undefined ? undefined : readWant(type, params, findings);
  if (ask === undefined || prompt === undefined || want === undefined) return NOTHING;
  const until = moment === undefined || timeout === undefined ? undefined : addSeconds(moment.now, timeout);
  const op: AskOp = { op: 'ask', ask, want, prompt, ...defined({ until }) };
  // Its viewers know options as texts, and only of a select.
  const names = want.kind === 'select' ? ['validation'] : ['validation', 'options'];
  const [, written] = askWords(op, undefined, () => undefined);
  return [{ ...op, ...unsaid(names, params, written) }];
}

/** What the op alone would not be written as: kept beside it for viewers of the same protocol. */
function unsaid(names: readonly string[], params: JsonObject, written: JsonObject): { readonly ext?: JsonObject } {
  const sent = names.map((name) => [name, optionalField(params, name)] as const);
  if (sent.every(([name, value]) => value === undefined || jsonEqual(value, written[name]))) return {};
  return { ext: Object.fromEntries(sent.filter((pair): pair is [string, Json] => pair[1] !== undefined)) };
}

function readConfirm({ params, findings, moment }: MessageInput): readonly Op[] {
  const ask = idField(params, 'request_id', findings);
  const title = textField(params, 'title', findings, { required: true, min: 1, max: TITLE_LENGTH });
  const description = textField(params, 'description', findings);
  const severity = oneOfField(params, 'severity', ['info', 'warning', 'critical'], findings, 'info');
  const limits = { integer: true, min: 1, max: MAX_TIMEOUT_SECONDS };
  const timeout = numberField(params, 'timeout_seconds', findings, limits) ?? DEFAULT_TIMEOUT_SECONDS;
  if (ask === undefined || title === undefined || severity === undefined) return NOTHING;
  const until = defined({ until: moment && addSeconds(moment.now, timeout) });
  const prompt = joined(title, description);
  return [
    { op: 'ask', ask, want: { kind: 'confirm' }, prompt, severity, ...until, ...parts(params, 'description', prompt) },
  ];
}

/** What writing would take apart elsewhere is kept as it came. */
function parts(params: JsonObject, more: string, text: string): { readonly ext?: JsonObject } {
  const [title, rest] = apart(text, '');
  const isSame = title === params.title && rest === (optionalField(params, more) ?? undefined);
  return isSame ? {} : unsaid(['title', more], params, {});
}

/** A title and what follows it are one text here; writing takes them apart at the first end of a line. */
function joined(title: string, more: string | undefined): string {
  return more === undefined || more === '' ? title : `${title}\n${more}`;
}

/** There is no other end of a task than that its value reaches its total. */
function readProgress({ params, findings }: MessageInput): readonly Op[] {
  const task = idField(params, 'task_id', findings);
  const type = oneOfField(params, 'progress_type', PROGRESS_TYPES, findings);
  const value = numberField(params, 'value', findings);
  const total = numberField(params, 'total', findings);
  const message = textField(params, 'message', findings);
  if (task === undefined || type === undefined) return NOTHING;
  const isDone = type === 'determinate' && value !== undefined && total !== undefined && total > 0 && value >= total;
  // Filled in place: agents send many of these, and a copy for each field that may be there costs more than reading it.
  const op: { -readonly [K in keyof TaskOp]: TaskOp[K] } = { op: 'task', task };
  if (type !== 'indeterminate' && value !== undefined) op.value = value;
  if (type !== 'indeterminate' && total !== undefined) op.total = total;
  if (message !== undefined) op.message = message;
  if (type !== styleOf(op)) op.style = type;
  if (isDone) op.done = true;
  return [op];
}

function readNavigate({ params, findings }: MessageInput): readonly Op[] {
  const url = textField(params, 'url', findings, { required: true, min: 1, max: URL_LENGTH });
  const newTab = boolField(params, 'new_tab', findings) ?? false;
  at('url', findings, () => checkUrl(url, findings));
  return url === undefined ? NOTHING : [{ op: 'effect', effect: { kind: 'navigate', url, newTab } }];
}

function readNotify({ params, findings }: MessageInput): readonly Op[] {
  const severity = oneOfField(params, 'level', ['info', 'success', 'warning', 'error'], findings, 'info');
  if (optionalField(params, 'level') === undefined)
    at('level', findings, () => findings.mend('VITRINE_MESSAGE_FIELD_MISSING', 'The field level is required.'));
  const title = textField(params, 'title', findings, { required: true, min: 1, max: TITLE_LENGTH });
  const message = textField(params, 'message', findings);
  const limits = { integer: true, min: 0, max: MAX_DURATION_MS };
  const ms = numberField(params, 'duration_ms', findings, limits) ?? DEFAULT_DURATION_MS;
  if (severity === undefined || title === undefined) return NOTHING;
  const text = joined(title, message);
  return [{ op: 'effect', effect: { kind: 'toast', text, severity, ms }, ...parts(params, 'message', text) }];
}
