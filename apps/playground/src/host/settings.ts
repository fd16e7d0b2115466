// What the host tells its pages about itself: where pictures and sounds may come from. The policy that the browser holds
// the page to says the same; this lets the renderer say why something is not shown.

import { DEFAULT_URL_POLICY, isArray, isObject, type UrlPolicy } from '@vitrine/core/internal';

let asked: Promise<UrlPolicy> | undefined;

/** Asked once. A host that says nothing allows nothing. */
export function hostUrls(): Promise<UrlPolicy> {
  asked ??= readUrls();
  return asked;
}

async function readUrls(): Promise<UrlPolicy> {
  try {
    const settings: unknown = await (await fetch('/settings.json')).json();
    const media = isObject(settings) && isArray(settings.media) ? settings.media : [];
    return { ...DEFAULT_URL_POLICY, media: media.filter((host) => typeof host === 'string') };
  } catch {
    return DEFAULT_URL_POLICY;
  }
}
