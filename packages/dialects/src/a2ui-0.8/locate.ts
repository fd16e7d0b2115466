// Where in a 0.8 message an issue of the fold stands. The fold speaks of neutral fields; this walks the message along
// them, into the wrappers that the decoder took away.

import {
  escapeSegment,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  parsePointer,
  type Segments,
} from '@vitrine/core/page';
import { AGENT_PAYLOADS } from './decode.ts';

export function locate(wire: Json, at: string): string {
  if (!isObject(wire)) return at;
  const kind = AGENT_PAYLOADS.find((key) => Object.hasOwn(wire, key));
  const payload = kind === undefined ? undefined : wire[kind];
  if (kind === undefined || !isObject(payload)) return at;
  const steps = at === '' ? [] : parsePointer(at);
  return write([kind, ...within(kind, payload, steps)]);
}

function write(steps: Segments): string {
  return steps.map((step) => `/${escapeSegment(step)}`).join('');
}

function within(kind: string, payload: JsonObject, steps: Segments): Segments {
  const [head, ...rest] = steps;
  if (kind === 'surfaceUpdate' && head === 'components')
    return ['components', ...inComponents(payload.components, rest)];
  // A literal beside a path is written to the model first; which component it came from is not told.
  if (kind === 'surfaceUpdate' && (head === 'value' || head === 'path')) return ['components'];
  if (kind === 'dataModelUpdate' && head === 'value') return ['contents', ...inContents(payload.contents, rest)];
  if (kind === 'beginRendering' && head === 'theme') return ['styles', ...rest];
  return head !== undefined && Object.hasOwn(payload, head) ? steps : [];
}

function inComponents(list: Json | undefined, steps: Segments): Segments {
  const [index, head, ...rest] = steps;
  const component = isArray(list) && index !== undefined ? list[Number(index)] : undefined;
  if (index === undefined || head === undefined || !isObject(component)) return steps;
  const wrapper = component.component;
  if (head === 'component' && rest.length === 0) return [index, 'component'];
  if (!isObject(wrapper)) return [index, ...inValue(component, [head, ...rest])];
  const [type] = Object.keys(wrapper);
  return type === undefined
    ? [index, 'component']
    : [index, 'component', type, ...inValue(wrapper[type], [head, ...rest])];
}

function inValue(value: Json | undefined, steps: Segments): Segments {
  const [step, ...rest] = steps;
  if (step === undefined) return [];
  if (isObject(value)) {
    for (const wrapper of ['explicitList', 'literalArray']) {
      if (isArray(value[wrapper])) return [wrapper, ...inValue(value[wrapper], steps)];
    }
    if (step === 'event' && value.event === undefined) return inAction(value, rest);
    return Object.hasOwn(value, step) ? [step, ...inValue(value[step], rest)] : [];
  }
  return isArray(value) ? [step, ...inValue(value[Number(step)], rest)] : [];
}

function inAction(action: JsonObject, steps: Segments): Segments {
  const [field, key, ...rest] = steps;
  if (field !== 'context' || !isArray(action.context)) return inValue(action, steps);
  const index = action.context.findLastIndex((item) => isObject(item) && item.key === key);
  const item = action.context[index];
  return isObject(item) ? ['context', String(index), 'value', ...inValue(item.value, rest)] : ['context'];
}

/** Typed contents: entries by key, items by position; what was plain JSON is walked as such. */
function inContents(contents: Json | undefined, steps: Segments): Segments {
  if (!isArray(contents)) return inValue(contents, steps);
  const only = contents.length === 1 ? contents[0] : undefined;
  if (isObject(only) && (only.key === '.' || only.key === '')) return ['0', ...inEntry(only, steps)];
  const [key, ...rest] = steps;
  const index = contents.findLastIndex((item) => isObject(item) && item.key === key);
  const entry = contents[index];
  return isObject(entry) ? [String(index), ...inEntry(entry, rest)] : [];
}

function inEntry(entry: JsonObject, steps: Segments): Segments {
  const key = Object.keys(entry).find((name) => name.startsWith('value'));
  if (key === undefined) return [];
  const value = entry[key];
  if (key === 'valueMap') return [key, ...inContents(value, steps)];
  if (!isArray(value) || (key !== 'valueArray' && key !== 'valueList')) return [key, ...inValue(value, steps)];
  const [index, ...rest] = steps;
  const item = index === undefined ? undefined : value[Number(index)];
  return isObject(item) ? [key, index as string, ...inEntry(item, rest)] : [key, ...steps.slice(0, 1)];
}
