// What time brings to runs: an interrupt that nobody answered, a surface whose next chunk never came. Due times are
// records, in the commit of what begins to wait, so that they hold over a restart; what is due is an event like any other.

import { openwop1 } from '@vitrine/core/catalogs/openwop';
import type { Component, FacePorts, Op, Surface } from '@vitrine/core/internal';
import { DueRecords } from '@vitrine/face-kit';
import type { OpenwopSettings } from '../settings.ts';
import type { Run } from './run.ts';
import { type RunEvent, trustOf, VENDOR } from './run-event.ts';
import { HOST_AUTHOR, type RunRegistry } from './run-registry.ts';

export function createDeadlines(
  port: FacePorts,
  registry: RunRegistry,
  settings: Pick<OpenwopSettings, 'streamMs'>,
): DueRecords {
  return new DueRecords(port, async ({ session, value }) => {
    if (session === undefined) return undefined;
    return registry.exclusive(session, async (run) => {
      await settle(run, port, registry, settings.streamMs);
      // A chunk may have come since: it is looked at again when that one is due.
      return run.dueTimes(settings.streamMs).get(String(value));
    });
  });
}

async function settle(run: Run, port: FacePorts, registry: RunRegistry, streamMs: number): Promise<void> {
  const now = port.transport.now();
  for (const { id, nodeId, kind, due } of run.waitsFor) {
    if (due === undefined || due > now || run.isOver) continue;
    const event: RunEvent = {
      ...{ type: `${VENDOR}.interrupt-expired`, nodeId, payload: { nodeId, interruptId: run.interruptName(id), kind } },
      ...{ own: { interrupt: id, state: 'expired' }, contentTrust: run.contentTrust },
    };
    await registry.write(run, [{ event }], HOST_AUTHOR);
  }
  for (const [id, { waitsSince, isTainted }] of run.surfaces) {
    if (waitsSince === undefined || waitsSince + streamMs > now) continue;
    const surface = (await port.sessions.view(run.session)).surfaces.get(id);
    const event = {
      ...{ type: `${VENDOR}.surface-broken-off`, payload: { surfaceRef: id } },
      ...{ own: { brokenOff: id }, contentTrust: trustOf(isTainted || run.isTainted) },
    } as const;
    await registry.write(
      run,
      [{ event, entry: { body: surface === undefined ? [] : brokenOff(surface) } }],
      HOST_AUTHOR,
    );
  }
}

const NOTICE = 'This broke off before it was complete. Nothing can be sent from it.';
const NOTICE_ID = 'vitrine-broken-off';
const BEFORE_ID = 'vitrine-before';

export function brokenOff(surface: Surface): readonly Op[] {
  const root = surface.component(surface.root);
  return [{ op: 'put', surface: surface.id, components: withNotice(surface, root) }];
}

export function saysBrokenOff(surface: Surface): boolean {
  return [NOTICE_ID, surface.root].some((id) => surface.component(id)?.props.text === NOTICE);
}

function withNotice({ catalog, root: id }: Surface, root: Component | undefined): readonly Component[] {
  if (catalog === openwop1.id) {
    const notice: Component = { id: NOTICE_ID, type: 'text', props: { text: NOTICE } };
    const children = Array.isArray(root?.props.children) ? root.props.children : [];
    return [
      notice,
      { ...(root ?? { id, type: 'surface' }), props: { ...root?.props, children: [...children, NOTICE_ID] } },
    ];
  }
  const notice: Component = { id: NOTICE_ID, type: 'Text', props: { text: NOTICE, variant: 'caption' } };
  if (root === undefined) return [{ ...notice, id }];
  const before = { ...root, id: BEFORE_ID };
  return [notice, before, { id, type: 'Column', props: { children: [BEFORE_ID, NOTICE_ID] } }];
}
