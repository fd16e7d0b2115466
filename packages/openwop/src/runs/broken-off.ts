// What a surface says whose stream died: what came of it stays, nothing on it can be pressed, and a line says why.

import type { Component, Op, Surface } from '@vitrine/core';
import { openwop1 } from '@vitrine/core/catalogs/openwop';

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
