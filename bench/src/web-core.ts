// The official engine, A2UI's own, fed with the same lines.

import {
  BASIC_COMPONENTS,
  BASIC_FUNCTIONS,
  Catalog,
  effect,
  getValue,
  MessageProcessor,
  NodeResolver,
} from '@a2ui/web_core/v0_9';
import { CATALOG, SURFACE } from './streams.ts';

const catalog = new Catalog(CATALOG, BASIC_COMPONENTS, BASIC_FUNCTIONS);

export function createWebCore(): {
  feed(lines: readonly string[]): void;
  observe(pointer: string, run: () => void): void;
  resolve(): { readonly nodes: number };
} {
  const processor = new MessageProcessor([catalog]);
  const surface = () => processor.model.getSurface(SURFACE) ?? fail();
  return {
    feed(lines) {
      for (const line of lines) processor.processMessages([JSON.parse(line)]);
    },
    observe(pointer, run) {
      surface().dataModel.subscribe(pointer, run);
    },
    resolve() {
      const resolver = new NodeResolver(surface(), catalog);
      effect(() => void getValue(resolver.rootNode));
      return {
        get nodes() {
          return resolver.activeNodeCount;
        },
      };
    },
  };
}

function fail(): never {
  throw new Error('There is no surface.');
}
