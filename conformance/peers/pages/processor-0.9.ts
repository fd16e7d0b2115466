/// <reference lib="dom" />
// A2UI 0.9 as both renderers of it are given it: one processor, whose actions go to the host with what clients send
// along: their capabilities, and the data models that an agent asked for.

import type { Catalog, ComponentApi } from '@a2ui/web_core/v0_9';
import { MessageProcessor } from '@a2ui/web_core/v0_9';
import { follow, post } from './connect.ts';

const DIALECT = 'a2ui-0.9';
const version = 'v0.9';

export function createProcessor<Api extends ComponentApi>(catalog: Catalog<Api>): MessageProcessor<Api> {
  const send = (said: object): Promise<void> => {
    const a2uiClientDataModel = processor.getClientDataModel();
    const metadata = {
      a2uiClientCapabilities: processor.getClientCapabilities(),
      ...(a2uiClientDataModel === undefined ? {} : { a2uiClientDataModel }),
    };
    return post(DIALECT, { version, ...said, metadata });
  };
  const processor: MessageProcessor<Api> = new MessageProcessor([catalog], (action) => send({ action }));
  processor.onSurfaceCreated((surface) => {
    surface.onError.subscribe((error) => send({ error }));
  });
  return processor;
}

/** First the host is told what can be shown: surfaces of other catalogs come in the words of these. */
export async function feed<Api extends ComponentApi>(processor: MessageProcessor<Api>): Promise<void> {
  await post(DIALECT, { a2uiClientCapabilities: processor.getClientCapabilities() });
  await follow(DIALECT, (message) => processor.processMessages([message]));
}
