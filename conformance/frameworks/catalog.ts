// The catalog that each framework draws with components of its own, and what a test page offers to the tests.

import {
  action,
  type Catalog,
  checks,
  defineComponent,
  extendCatalog,
  type Issue,
  number,
  plainNumber,
  plainText,
  required,
  text,
  type ViewerEvent,
} from '@vitrine/core';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { a2ui10Reader } from '@vitrine/dialects/a2ui-1.0/reader';
import { MessageSource, type VitrineSessionElement } from '@vitrine/embed';
import { type CatalogWidgets, pageWidgets } from '@vitrine/web';
import { addOwnCatalogs } from '@vitrine/web/catalogs/own-catalog';
import { CATALOG_ID } from './catalog-id.ts';

export const Rating = defineComponent({
  label: required(text()),
  value: required(number({ writable: true })),
  max: plainNumber({ default: 5 }),
  chosen: action(),
  checks: checks(),
});

/** A text that is entered, drawn in React alone: its fields show nothing but what they are given. */
export const Note = defineComponent({ label: required(text()), value: required(text({ writable: true })) });

/** Does what its kind says: throws, waits for ever, writes for ever. */
export const Trouble = defineComponent({ kind: required(plainText()), value: number({ writable: true }) });

const catalog = extendCatalog(basic10, { Rating, Trouble, Note }, { id: CATALOG_ID });

export interface FrameworkPage {
  readonly source: MessageSource;
  readonly events: ViewerEvent[];
  readonly issues: Issue[];
  /** A tag that no component of the framework stands around. */
  showPlain(surfaceId: string): void;
  /** Takes everything of the framework away; `mount` brings it back. */
  unmount(): void;
  mount(): void;
  /** The page draws the same again; where a component stands around the element. */
  redraw?(): void;
  /** The module with the widgets is evaluated anew, as hot reload does, with another rating. */
  reload?(): void;
  /** Has the element of a session show what the source holds. */
  showSession(): void;
}

declare global {
  interface Window {
    page: FrameworkPage;
  }
}

/** A source for the page, behind which these widgets draw. */
export function sourceWith(widgets: CatalogWidgets): MessageSource {
  const own: readonly Catalog[] = addOwnCatalogs(pageWidgets, { catalog, widgets });
  return new MessageSource({ dialects: [a2ui10Reader], catalogs: [...own, basic10] });
}

/** What is the same in all of them. `put` draws the page into <main>, and gives what takes it away. */
export function startPage(
  source: MessageSource,
  put: (page: Pick<FrameworkPage, 'events' | 'issues'>) => () => void,
): void {
  const told = { events: [], issues: [] };
  let take = put(told);
  window.page = {
    ...told,
    source,
    mount: () => {
      take = put(told);
    },
    unmount: () => take(),
    showSession: () =>
      Object.assign(document.querySelector('vitrine-session') as VitrineSessionElement, { view: source.view }),
    showPlain(surfaceId) {
      const element = document.createElement('vitrine-surface');
      document.body.append(Object.assign(element, { source, surfaceId, id: 'plain' }));
    },
  };
}
