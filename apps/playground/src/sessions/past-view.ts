// A moment that has passed, drawn from the host's snapshot at a seq. Nothing in it can be pressed: it is a picture of the
// past. Questions that were open then are counted instead of asked.

import { type Json, type OpenOp, Replica, type UrlPolicy } from '@vitrine/core/page';
import type { VitrineSession } from '@vitrine/web';
import type { SessionSnapshot } from '../host/host-api.ts';
import { pageCatalogs } from '../page/catalogs.ts';
import { speak } from '../page/words.ts';

export interface PastView {
  readonly element: VitrineSession;
  readonly view: Replica;
  readonly asks: number;
}

export function drawPast(snapshot: SessionSnapshot, agentName: string, urls: UrlPolicy): PastView {
  const view = replicaOf(snapshot);
  const element = document.createElement('vitrine-session') as VitrineSession;
  element.agentName = agentName;
  element.urls = urls;
  element.inert = true;
  element.dataset.past = 'true';
  element.headingLevel = 3;
  speak(element);
  element.view = view;
  return { element, view, asks: Object.keys(snapshot.asks).length };
}

export function replicaOf({ surfaces, tasks }: SessionSnapshot): Replica {
  const replica = new Replica({ catalogs: pageCatalogs(), locale: navigator.language, zone: zone() });
  for (const [id, { trust, ...rest }] of Object.entries(surfaces)) {
    const open: OpenOp = { op: 'open', surface: id, ...(rest as { readonly data?: Json }) };
    replica.apply({ body: [open], trust: trust ?? 'trusted' });
  }
  for (const { trust, ...task } of Object.values(tasks)) replica.apply({ body: [task], trust: trust ?? 'trusted' });
  return replica;
}

export function zone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
