// A session as plain text: every surface, whatever its catalog, and every open question. Surfaces of A2UI are drawn as they
// are; those of other protocols, and questions, as a viewer of A2UI gets them: in the words of the basic catalog.

import {
  boundedView,
  Catalogs,
  drawText,
  Fold,
  type PictureOptions,
  type SurfaceId,
  standsFor,
  Tree,
  type View,
} from '@vitrine/core';
import { agentchains } from '@vitrine/core/catalogs/agentchains';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { minimal09 } from '@vitrine/core/catalogs/minimal-0.9';
import { openwop1, openwop2 } from '@vitrine/core/catalogs/openwop';
import { a2ui10 } from './a2ui-1.0/codec.ts';
import { Intake } from './intake.ts';

export interface DrawnSurface {
  readonly id: SurfaceId;
  /** The question that it stands for. */
  readonly ask?: string;
  readonly text: string;
}

/** Protocols whose components have no drawings of their own. */
const LOWERED: ReadonlySet<string> = new Set([agentchains.id, openwop1.id, openwop2.id]);

/** Tasks are left to who draws: a line says them. */
export function drawView(view: View, options: PictureOptions = {}): readonly DrawnSurface[] {
  const isLowered = (catalog: string | undefined): boolean =>
    catalog !== undefined && LOWERED.has(view.catalogs.get(catalog)?.id ?? catalog);
  const needsLowering = view.asks.size > 0 || [...view.surfaces.values()].some(({ catalog }) => isLowered(catalog));
  const lowered = needsLowering ? lower(view) : undefined;
  const drawn = [...view.surfaces].map(([id, surface]): DrawnSurface => {
    const plain = isLowered(surface.catalog) ? lowered?.surfaces.get(id) : undefined;
    const tree =
      plain === undefined ? new Tree(surface, boundedView(view)) : new Tree(plain, boundedView(lowered as Fold));
    return { id, text: drawText(tree, options) };
  });
  return lowered === undefined ? drawn : [...drawn, ...drawnAsks(lowered, options)];
}

function drawnAsks(lowered: Fold, options: PictureOptions): readonly DrawnSurface[] {
  return [...lowered.surfaces].flatMap(([id, surface]): DrawnSurface[] => {
    const what = standsFor(id);
    if (what === undefined || !('ask' in what)) return [];
    return [{ id, ask: what.ask, text: drawText(new Tree(surface, boundedView(lowered)), options) }];
  });
}

/** What a viewer that joined now would have, if it knew the basic catalog alone. */
function lower(view: View): Fold {
  const { locale, zone } = view.env;
  const catalogs = new Catalogs([basic08, basic09, basic10, minimal09]);
  const fold = new Fold({ catalogs, locale, zone, limits: view.limits });
  const intake = new Intake(fold, { dialect: a2ui10 });
  for (const message of a2ui10.join(view, { catalogs: [basic10.id] }).wire) intake.message(message);
  return fold;
}
