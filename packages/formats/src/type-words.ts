// The type of a parameter in a word, for the signatures that a model is shown.

import type { Json, Prop } from '@vitrine/core/internal';
import { admitsBinding, type Signature } from './signatures.ts';

/** `label*, variant?: "a"|"b"`: a star where a path or a call may stand, a question mark where it may be left out. */
export function writeSignature({ name, order, params }: Signature, leftOut: ReadonlySet<string>): string {
  const shown = order.filter((one) => !leftOut.has(one) && params.has(one));
  return `${name}(${shown.map((one) => parameter(one, params.get(one) as Prop)).join(', ')})`;
}

function parameter(name: string, prop: Prop): string {
  const word = typeWord(prop);
  const star = admitsBinding(prop) && prop.kind !== 'any' && prop.kind !== 'value' ? '*' : '';
  return `${name}${prop.required ? '' : '?'}${word === '' ? '' : `: ${word}`}${star}`;
}

/** Nothing for a text, which most are. */
function typeWord(prop: Prop): string {
  switch (prop.kind) {
    case 'text':
      return prop.format === undefined || prop.format === 'template' ? '' : prop.format;
    case 'number':
      return 'number';
    case 'bool':
      return 'bool';
    case 'text-list':
      return '[text]';
    case 'value':
    case 'any':
      return 'any';
    case 'one-of':
      return prop.options.map((option: Json) => JSON.stringify(option)).join('|');
    case 'child':
      return 'component';
    case 'children':
      return '[component]';
    case 'action':
      return 'action';
    case 'checks':
      return 'checks';
    case 'list':
      return `[${typeWord(prop.item) || 'text'}]`;
    case 'map':
      return `{…: ${typeWord(prop.item) || 'text'}}`;
    case 'object':
      return `{${Object.entries(prop.props)
        .map(([name, one]) => parameter(name, one))
        .join(', ')}}`;
    case 'any-of':
      return prop.of.map((one) => typeWord(one) || 'text').join(' or ');
  }
}
