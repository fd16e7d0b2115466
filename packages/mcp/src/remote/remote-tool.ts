// A tool as its server lists it, read liberally: what is no tool is none, and every text has an end.

import { defined, isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import type { McpRemoteLimits } from './remote-limits.ts';

export interface RemoteTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** What its server says of it, in words for a person. */
  readonly warning?: string;
  /** The `ui://` or `a2ui://` resource that shows what it answers. */
  readonly resource?: string;
  readonly forModels: boolean;
  readonly forApps: boolean;
}

const MAX_NAME = 200;
const MAX_DESCRIPTION = 2000;

export function readTool(listed: Json, { schemaLength }: McpRemoteLimits): RemoteTool | undefined {
  if (!isObject(listed) || typeof listed.name !== 'string' || listed.name === '') return undefined;
  const { name, description, inputSchema } = listed;
  if (name.length > MAX_NAME) return undefined;
  const meta = objectIn(listed._meta);
  const { resourceUri, visibility } = objectIn(meta.ui);
  const annotations = objectIn(listed.annotations);
  const resource = resourceUri ?? meta['ui/resourceUri'];
  const schema = objectIn(inputSchema);
  const isFor = (whom: string): boolean => !isArray(visibility) || visibility.includes(whom);
  return {
    name,
    title: lineOf(listed.title) || lineOf(annotations.title) || name,
    description: typeof description === 'string' ? description.slice(0, MAX_DESCRIPTION) : '',
    inputSchema:
      JSON.stringify(schema).length <= schemaLength
        ? schema
        : { type: 'object', additionalProperties: true, oneOf: [] },
    forModels: isFor('model'),
    forApps: isFor('app'),
    ...defined({
      warning: warningOf(annotations),
      resource: typeof resource === 'string' && /^(ui|a2ui):\/\//.test(resource) ? resource : undefined,
    }),
  };
}

/** Hints of the server about itself, so they are said and nothing rests on them. */
function warningOf({ readOnlyHint, destructiveHint }: JsonObject): string | undefined {
  if (readOnlyHint === true) return undefined;
  if (destructiveHint === true) return 'It may change or delete something for good.';
  return readOnlyHint === false ? 'It may change something.' : undefined;
}

export function objectIn(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

export function lineOf(value: Json | undefined): string {
  return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME) : '';
}
