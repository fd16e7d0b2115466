/// <reference lib="dom" />
// @a2ui/lit with A2UI 0.8. Its surfaces tell what was pressed; to look up what the context of the action is bound to is
// left to the page, as is the theme, for which the React package has the one that Lit's samples use.

import '@a2ui/lit/ui';
import type { Surface } from '@a2ui/lit/ui';
import { Context } from '@a2ui/lit/ui';
import { Data, type Types } from '@a2ui/lit/v0_8';
import { litTheme } from '@a2ui/react/v0_8';
import { follow, post } from './connect.ts';

const DIALECT = 'a2ui-0.8';

const processor = Data.createSignalA2uiMessageProcessor();
const main = document.body.appendChild(document.createElement('main'));
const shown = new Map<string, Surface>();

/** The way in which elements ask their page for something. */
interface ContextRequest extends globalThis.Event {
  readonly context: unknown;
  readonly callback: (value: unknown) => void;
}

main.addEventListener('context-request', (event) => {
  const { context, callback } = event as ContextRequest;
  if (context !== Context.theme) return;
  event.stopPropagation();
  callback(litTheme);
});

main.addEventListener('a2uiaction', (event) => {
  const { action, dataContextPath, sourceComponentId, sourceComponent } = event.detail;
  const { surfaceId } = event.target as Surface;
  const read = (path: string) => {
    const node = sourceComponent as Types.AnyComponentNode;
    return plain(processor.getData(node, processor.resolvePath(path, dataContextPath), surfaceId ?? undefined));
  };
  const context = (action.context ?? []).map(({ key, value }) => [
    key,
    value.path === undefined ? (value.literalString ?? value.literalNumber ?? value.literalBoolean) : read(value.path),
  ]);
  const timestamp = new Date().toISOString();
  const userAction = { name: action.name, surfaceId, sourceComponentId, timestamp };
  void post(DIALECT, { userAction: { ...userAction, context: Object.fromEntries(context) } });
});

/** Maps and lists of the processor are not those that JSON knows. */
function plain(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, plain(inner)]));
  return Array.isArray(value) ? Array.from(value, plain) : value;
}

function show(): void {
  const surfaces = processor.getSurfaces();
  for (const [id, element] of shown) {
    if (surfaces.has(id)) continue;
    element.remove();
    shown.delete(id);
  }
  for (const [surfaceId, surface] of surfaces) {
    if (shown.has(surfaceId)) continue;
    const element = document.createElement('a2ui-surface');
    Object.assign(element, { surfaceId, surface, processor });
    shown.set(surfaceId, element);
    main.append(element);
  }
}

void follow(DIALECT, (message) => {
  processor.processMessages([message]);
  show();
});
