// A session as plain text: every surface and every open question. Surfaces of a catalog that derives others are drawn in
// the components that it derives.

import {
  boundedView,
  drawText,
  mayApprove,
  type PictureOptions,
  type Surface,
  type SurfaceId,
  Tree,
  type View,
} from '@vitrine/core/internal';
import { derivedSurface } from './lowering/plain-surface.ts';
import { askSurface } from './lowering/questions.ts';

export interface DrawnSurface {
  readonly id: SurfaceId;
  /** The question that it stands for. */
  readonly ask?: string;
  readonly text: string;
}

/** Tasks are left to who draws: a line says them. */
export function drawView(view: View, options: PictureOptions = {}): readonly DrawnSurface[] {
  const draw = (surface: Surface): string => drawText(new Tree(surface, boundedView(view)), options);
  const drawn = [...view.surfaces].map(([id, surface]): DrawnSurface => {
    return { id, text: draw(derivedSurface(surface, view.limits, () => undefined) ?? surface) };
  });
  const asks = [...view.asks.values()].flatMap((ask): DrawnSurface[] => {
    const surface = mayApprove(ask) ? askSurface(ask, view.limits) : undefined;
    return surface === undefined ? [] : [{ id: surface.id, ask: ask.ask, text: draw(surface) }];
  });
  return [...drawn, ...asks];
}
