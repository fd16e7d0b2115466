// What the host tells its pages about itself: where pictures and sounds may come from, and the catalogs that its operator gave it.
// The policy that the browser holds the page to says the same; this lets the renderer say why something is not shown.

import { DEFAULT_URL_POLICY, isArray, isObject, type UrlPolicy } from '@vitrine/core/page';

export interface HostSettings {
  readonly urls: UrlPolicy;
  /** Paths of this host, each of a module or of a definition. */
  readonly catalogs: readonly string[];
}

/** Files of the host itself, under the names that it gives them. */
const CATALOG_PATH = /^\/catalog-[0-9a-f]{16}\.(?:js|json)$/;

let asked: Promise<HostSettings> | undefined;

/** Asked once. A host that says nothing allows nothing, and has no catalogs of its own. */
export function hostSettings(): Promise<HostSettings> {
  asked ??= readSettings();
  return asked;
}

export async function hostUrls(): Promise<UrlPolicy> {
  return (await hostSettings()).urls;
}

async function readSettings(): Promise<HostSettings> {
  try {
    const settings: unknown = await (await fetch('/settings.json')).json();
    const [media, catalogs] = [textsIn(settings, 'media'), textsIn(settings, 'catalogs')];
    return {
      urls: { ...DEFAULT_URL_POLICY, media },
      catalogs: catalogs.filter((path) => CATALOG_PATH.test(path)),
    };
  } catch {
    return { urls: DEFAULT_URL_POLICY, catalogs: [] };
  }
}

function textsIn(settings: unknown, name: string): readonly string[] {
  const list = isObject(settings) ? settings[name] : undefined;
  return isArray(list) ? list.filter((one): one is string => typeof one === 'string') : [];
}
