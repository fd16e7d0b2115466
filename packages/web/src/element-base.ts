// The class that elements extend. Where there is no document, as on a server, modules that name our elements load all the
// same; only a page makes one.

export const ElementBase: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);
