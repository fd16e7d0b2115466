// The fields of every op and event of the neutral model, as core/entry.ts types them. A test holds the two together.

import { ISSUE_CODES, isArray, type Op, type ViewerEvent } from '@vitrine/core';
import {
  bool,
  type Check,
  type Fields,
  fields,
  judged,
  judgedObject,
  list,
  mark,
  number,
  oneOf,
  oneShape,
  optional,
  stored,
  storedObject,
  text,
  time,
} from './field-checks.ts';

const component = fields({
  id: text,
  type: text,
  props: judgedObject,
  catalog: optional(text),
  weight: optional(number),
  a11y: optional(judgedObject),
  ext: optional(storedObject),
  wire: optional(storedObject),
});

const want = oneShape('kind', {
  text: {
    multiline: optional(bool),
    pattern: optional(text),
    patternMessage: optional(text),
    minLength: optional(number),
    maxLength: optional(number),
    required: optional(bool),
  },
  select: { options: list(storedObject), multiple: optional(bool), required: optional(mark) },
  number: { min: optional(number), max: optional(number), step: optional(number), required: optional(mark) },
  date: { min: optional(text), max: optional(text), required: optional(mark) },
  file: { accept: optional(list(text)), maxBytes: optional(number), required: optional(mark) },
  confirm: { confirm: optional(text), deny: optional(text) },
});

const effect = oneShape('kind', {
  toast: { text, severity: optional(text), ms: optional(number) },
  navigate: { url: text, newTab: optional(bool) },
});

const callError = fields({ code: text, message: text });

const textOrList: Check = (value, findings) => {
  if (typeof value !== 'string' && !isArray(value)) {
    findings.refuse('VITRINE_MESSAGE_SHAPE', 'What is appended must be a text or a list.');
  }
};

const response: Fields = { call: text, value: optional(stored), error: optional(callError) };

export const OPS: { readonly [op in Op['op']]: Fields } = {
  open: {
    surface: text,
    catalog: optional(text),
    protocol: optional(text),
    root: optional(text),
    held: optional(mark),
    implicit: optional(mark),
    partial: optional(mark),
    theme: optional(storedObject),
    sync: optional(bool),
    place: optional(storedObject),
    until: optional(time),
    components: optional(list(component)),
    data: optional(judged),
    ext: optional(storedObject),
  },
  reveal: { surface: text, root: text, catalog: optional(text), theme: optional(storedObject) },
  put: { surface: text, components: list(component) },
  close: { surface: text },
  set: { surface: text, path: text, value: judged, ifAbsent: optional(mark), ext: optional(storedObject) },
  merge: { surface: text, path: text, value: judged, ext: optional(storedObject) },
  unset: { surface: text, path: text },
  append: { surface: text, path: text, value: textOrList },
  ask: {
    ask: text,
    want,
    prompt: text,
    severity: optional(oneOf('info', 'warning', 'critical')),
    until: optional(time),
    node: optional(text),
    ext: optional(storedObject),
  },
  withdraw: { ask: text },
  lapse: { ask: text, reason: text },
  task: {
    task: text,
    value: optional(number),
    total: optional(number),
    message: optional(text),
    style: optional(oneOf('determinate', 'indeterminate', 'streaming')),
    done: optional(mark),
  },
  effect: { effect, until: optional(time), to: optional(text), ext: optional(storedObject) },
  call: { call: text, name: text, catalog: text, args: storedObject, to: optional(text) },
  return: response,
  say: { text },
  turn: { state: oneOf('working', 'input', 'done', 'failed') },
};

const issueCode: Check = (value, findings) => {
  if (typeof value === 'string' && Object.hasOwn(ISSUE_CODES, value)) return;
  findings.refuse('VITRINE_MESSAGE_SHAPE', 'This must be a code of the table of issues.');
};

const issue = fields({
  code: issueCode,
  severity: oneOf('error', 'warning'),
  fault: oneOf('agent', 'viewer', 'host'),
  message: text,
  at: optional(text),
  line: optional(number),
});

export const EVENTS: { readonly [event in ViewerEvent['event']]: Fields } = {
  join: {
    viewer: text,
    catalogs: list(text),
    inline: optional(list(storedObject)),
    locale: optional(text),
    zone: optional(text),
    viewport: optional(storedObject),
  },
  leave: { viewer: text },
  consent: { kind: text, granted: bool },
  action: {
    surface: text,
    source: text,
    scope: optional(text),
    name: text,
    context: storedObject,
    ext: optional(storedObject),
    message: optional(text),
    at: optional(time),
    checked: bool,
  },
  input: { surface: text, path: text, value: judged },
  answer: { ask: text, value: stored, reason: optional(text) },
  cancel: { task: text, reason: optional(text) },
  call: { surface: text, call: text, name: text, catalog: optional(text), args: storedObject },
  return: response,
  sync: { surfaces: storedObject },
  say: { text },
  issue: { issue, surface: optional(text), call: optional(text) },
};

export const isOpShape = oneShape('op', OPS);
export const isEventShape = oneShape('event', EVENTS);
