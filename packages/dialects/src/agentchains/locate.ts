// Where in an AgentChains message an issue of the fold stands. The fold speaks of surfaces, data models and asks; params
// call them components, data and requests.

import { isObject, type Json, parsePointer, type Segments } from '@vitrine/core/internal';
import { reach, writePointer } from '../reach.ts';

export function locate(wire: Json, at: string): string {
  const params = isObject(wire) ? wire.params : undefined;
  if (!isObject(params)) return at;
  // The method says what is asked for.
  if (at === '/effect/kind' || (at === '/want/kind' && params.input_type === undefined)) return '/method';
  const [head, ...rest] = at === '' ? [] : parsePointer(at);
  return writePointer(['params', ...reach(params, head === undefined ? [] : stepsOf(head, rest, params))]);
}

function stepsOf(head: string, rest: Segments, params: { readonly [name: string]: Json }): Segments {
  switch (head) {
    case 'surfaceId':
      return ['component_id'];
    case 'dataModel':
      return rest[0] === 'data' ? ['data', ...rest.slice(1)] : ['data'];
    case 'value':
      // Which member of the data it was written from is told by the part alone, so the data are named.
      return isObject(params.data) ? ['data'] : ['value'];
    case 'path':
      return ['data'];
    case 'place':
      return ['metadata', ...rest];
    case 'want':
      return rest[0] === 'options' ? ['options', ...rest.slice(1, 2)] : ['validation'];
    case 'prompt':
      return [params.title === undefined ? 'prompt' : 'title'];
    case 'ask':
      return ['request_id'];
    case 'task':
      return ['task_id'];
    default:
      return [head, ...rest];
  }
}
