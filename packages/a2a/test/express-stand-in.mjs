// As much of Express as the SDK's REST router asks of it: routers, paths with parameters, and bodies of JSON. Stands in
// for the package, which is not a dependency, so that the SDK's own answers can be compared with ours.

function patternOf(path) {
  const names = [];
  const source = path.replace(/\\(.)|:(\w+)|([.*+?^${}()|[\]])/g, (_, literal, name, special) => {
    if (literal !== undefined) return `\\${literal}`;
    if (special !== undefined) return `\\${special}`;
    names.push(name);
    return '([^/]+?)';
  });
  return { names, pattern: new RegExp(`^${source}$`) };
}

export function Router() {
  const steps = [];
  const router = {
    use: (...handlers) => {
      for (const handler of handlers) steps.push({ handler });
    },
    async handle(req, res) {
      let failed;
      for (const { method, path, handler } of steps) {
        const isForErrors = handler.length === 4;
        if (isForErrors !== (failed !== undefined)) continue;
        if (method !== undefined && method !== req.method) continue;
        const found = path === undefined ? undefined : path.pattern.exec(req.path);
        if (found === null) continue;
        req.params = Object.fromEntries((path?.names ?? []).map((name, i) => [name, decodeURIComponent(found[i + 1])]));
        let isPassed = false;
        const next = (error) => {
          isPassed = true;
          failed = error;
        };
        await (isForErrors ? handler(failed, req, res, next) : handler(req, res, next));
        if (!isPassed) return;
      }
      res.status(404).end();
    },
  };
  for (const method of ['GET', 'POST', 'DELETE'])
    router[method.toLowerCase()] = (path, ...handlers) => {
      for (const handler of handlers) steps.push({ method, path: patternOf(path), handler });
    };
  return router;
}

export function json() {
  return (req, _res, next) => {
    if (req.text === '') return next();
    try {
      req.body = JSON.parse(req.text);
      next();
    } catch (error) {
      next(Object.assign(error, { body: req.text }));
    }
  };
}

/** One request through a router, and what it answers. */
export async function answerOf(router, request) {
  const url = new URL(request.url);
  const head = new Headers();
  const written = [];
  let status = 200;
  await new Promise((resolve) => {
    const res = {
      headersSent: false,
      writableEnded: false,
      status: (code) => {
        status = code;
        return res;
      },
      setHeader: (name, value) => head.set(name, String(value)),
      flushHeaders: () => undefined,
      write: (text) => written.push(text),
      json: (value) => res.end(JSON.stringify(value)),
      end: (text = '') => {
        written.push(text);
        res.writableEnded = true;
        resolve();
      },
    };
    const headers = Object.fromEntries(request.headers);
    const header = (name) => headers[name.toLowerCase()];
    request.text().then((text) => {
      const query = Object.fromEntries(url.searchParams);
      const asked = { method: request.method, path: url.pathname, params: {}, query, headers, header, text };
      return router.handle(asked, res);
    });
  });
  return { status, headers: head, text: written.join('') };
}
