// How much JSON a viewer may send at once. A person's act is small; the largest honest message is the data model of a
// surface that a viewer of another make sends along. Agents have the limits of the engine.

import { JSON_BOUNDS, type JsonBounds } from '@vitrine/core/internal';

/** Bytes of one body of events or one frame. */
export const MAX_VIEWER_BYTES = 1024 * 1024;

export const VIEWER_JSON_BOUNDS: JsonBounds = { ...JSON_BOUNDS, maxLength: MAX_VIEWER_BYTES, maxValues: 100_000 };
