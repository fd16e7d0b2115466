// What a reader of OpenWOP is shown of each surface, whatever it speaks, as it is at this moment: in the words of
// generation 2, from which those of generation 1 follow.

import { OPENWOP2_LIMITS as MOST } from '@vitrine/core/catalogs/openwop-schema';
import type { JsonObject, Surface, SurfaceId, Trust, View } from '@vitrine/core/internal';
import { clip } from '../viewer-messages.ts';
import type { Inner } from './inner.ts';
import { nativePicture } from './native.ts';
import { type NativePicture, pictureOf } from './picture.ts';
import type { Lose } from './words.ts';

export interface WopSurface extends NativePicture {
  readonly trust: Trust;
  readonly partial: boolean;
  readonly theme: JsonObject | undefined;
  /** As its author wrote it, references to what has not come included. */
  readonly native: boolean;
}

export function shownOf(id: SurfaceId, view: View, inner: Inner, lose: Lose): WopSurface | undefined {
  const outer = view.surfaces.get(id);
  const own = outer === undefined ? undefined : nativePicture(outer);
  const lowered = inner.replica.surfaces.get(id);
  const { env, limits } = inner.replica;
  const picture = own ?? (lowered === undefined ? undefined : pictureOf(lowered, { env, limits }, lose));
  const surface = outer ?? lowered;
  if (picture === undefined || surface === undefined) return undefined;
  if (surface.sync) lose('the data model does not travel with actions');
  const theme = themeOf(own === undefined ? lowered : outer);
  return { ...picture, trust: surface.trust, partial: surface.partial, theme, native: own !== undefined };
}

const COLOUR = /^#[0-9a-fA-F]{6}$/;

function themeOf(surface: Surface | undefined): JsonObject | undefined {
  const { primaryColor, agentDisplayName } = surface?.theme ?? {};
  const theme = {
    ...(typeof primaryColor === 'string' && COLOUR.test(primaryColor) ? { primaryColor } : {}),
    ...(typeof agentDisplayName === 'string'
      ? { agentDisplayName: clip(agentDisplayName, MOST.agentDisplayName) }
      : {}),
  };
  return Object.keys(theme).length === 0 ? undefined : theme;
}
