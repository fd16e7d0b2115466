// A component as Vertical writes it: what it is about by place, everything else by name.

import { type Catalog, isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { componentSignature } from '../signatures.ts';
import { verticalOrder } from './component.ts';

const PATH = /^(?:\/[A-Za-z0-9_.~%+-]+)+$/;

export function writeConstructor(component: JsonObject, catalogs: readonly Catalog[]): string {
  const { id: _id, component: type, ...props } = component;
  const name = String(type);
  const [signature] = catalogs.flatMap((catalog) => componentSignature(catalog, name) ?? []);
  const first = signature === undefined ? undefined : verticalOrder(signature)[0];
  const args = Object.entries(props)
    .sort(([a], [b]) => Number(b === first) - Number(a === first))
    .map(([key, value]) => (key === first ? write(value) : `${key}=${write(value)}`));
  return `${name}(${args.join(', ')})`;
}

function write(value: Json): string {
  if (isArray(value)) return `[${value.map(write).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const path = value['@path'] ?? value.path;
  if (typeof path === 'string' && Object.keys(value).length === 1 && PATH.test(path)) return `$${path}`;
  if (isObject(value.event) && typeof value.event.name === 'string')
    return writeEvent(value.event.name, value.event.context);
  if (isObject(value.functionCall)) return write(value.functionCall);
  const call = value['@call'] ?? value.call;
  if (typeof call === 'string') return `${call}(${named(value.args).join(', ')})`;
  return `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}: ${write(one)}`)
    .join(', ')}}`;
}

function writeEvent(name: string, context: Json | undefined): string {
  return `Event(${[JSON.stringify(name), ...named(context)].join(', ')})`;
}

function named(members: Json | undefined): readonly string[] {
  return isObject(members) ? Object.entries(members).map(([key, value]) => `${key}=${write(value)}`) : [];
}
