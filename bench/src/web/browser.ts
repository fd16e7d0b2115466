// The runner's half of a measurement: bundles a page as it would be published, serves it from memory, opens it in a fresh
// Chromium page and reads the main thread's CPU time and the heap over the DevTools protocol.

import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type Browser, type CDPSession, chromium } from 'playwright-core';
import type { Job } from './job.ts';
import { hottest, type Profile } from './profile.ts';

/** Milliseconds of the main thread; KiB of the JavaScript heap, after a forced collection on both sides. */
export interface Cost {
  readonly task: number;
  /** Task without layout and style. */
  readonly script: number;
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

export class Pages {
  readonly #chromium: string;
  readonly #server: Server;
  readonly #origin: string;
  readonly #scripts: ReadonlyMap<string, string>;

  constructor(chromiumPath: string, scripts: ReadonlyMap<string, string>, server: Server) {
    this.#chromium = chromiumPath;
    this.#scripts = scripts;
    this.#server = server;
    this.#origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** `entries`: the name of a page and its script in the build output, without its ending. */
  static async open(entries: { readonly [page: string]: string }, readable: boolean): Promise<Pages> {
    const scripts = new Map<string, string>();
    for (const [page, entry] of Object.entries(entries)) scripts.set(`/${page}.js`, await bundle(entry, readable));
    const server = createServer(({ url = '' }, response) => {
      const script = scripts.get(url);
      response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript');
      response.end(
        script ?? `<!doctype html><meta charset="utf-8"><body><script type="module" src="${url}.js"></script>`,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Pages(findChromium(), scripts, server);
  }

  /** A browser of its own, so that nothing of one subject is warm or in the way when the next is measured. */
  async launch(): Promise<Browser> {
    return chromium.launch({ executablePath: this.#chromium });
  }

  async measure(browser: Browser, page: string, job: Job): Promise<Cost> {
    return this.#inFreshPage(browser, page, async (tab) => {
      await tab.call(`prepare(${JSON.stringify(job)})`);
      await tab.collectGarbage();
      const before = await tab.read();
      const started = await tab.metrics();
      await tab.call('run()');
      const ended = await tab.metrics();
      await tab.collectGarbage();
      const after = await tab.read();
      const problems = await tab.call<string[]>('problems()');
      if (problems.length > 0) throw new Error(`${page} shows what it should not: ${problems.join('; ')}`);
      const spent = (name: string): number => ((ended.get(name) ?? 0) - (started.get(name) ?? 0)) * 1000;
      const task = spent('TaskDuration');
      return {
        task,
        script: task - spent('LayoutDuration') - spent('RecalcStyleDuration'),
        heap: after.heap - before.heap,
        nodes: after.nodes - before.nodes,
        listeners: after.listeners - before.listeners,
      };
    });
  }

  /** Where the time of the same goes. Sampling has its price, so this is no measurement. */
  async profile(browser: Browser, page: string, job: Job, times: number): Promise<string[]> {
    const profiles: Profile[] = [];
    for (let i = 0; i < times; i++)
      await this.#inFreshPage(browser, page, async (tab) => {
        await tab.call(`prepare(${JSON.stringify(job)})`);
        await tab.collectGarbage();
        await tab.startProfile();
        await tab.call('run()');
        profiles.push(await tab.stopProfile());
      });
    return hottest(profiles, this.#scripts.get(`/${page}.js`) ?? '');
  }

  /** What the page built for a job, one node a line. */
  async outline(browser: Browser, page: string, job: Job): Promise<string[]> {
    return this.#inFreshPage(browser, page, async (tab) => {
      await tab.call(`prepare(${JSON.stringify(job)})`);
      await tab.call('run()');
      return tab.call<string[]>('outline()');
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** A context of its own gives the page a process of its own. */
  async #inFreshPage<T>(browser: Browser, page: string, use: (tab: Tab) => Promise<T>): Promise<T> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    try {
      const opened = await context.newPage();
      const complaints: string[] = [];
      opened.on('pageerror', (error) => complaints.push(error.message));
      const session = await context.newCDPSession(opened);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      await opened.goto(`${this.#origin}/${page}`);
      const result = await use(new Tab(session));
      if (complaints.length > 0) throw new Error(`${page}: ${complaints[0]}`);
      return result;
    } finally {
      await context.close();
    }
  }
}

class Tab {
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  async call<T = void>(call: string): Promise<T> {
    const expression = `bench.${call}`;
    const { result, exceptionDetails } = await this.#session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined)
      throw new Error(
        `${expression.slice(0, 80)}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`,
      );
    return result.value as T;
  }

  async metrics(): Promise<Map<string, number>> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  }

  async read(): Promise<{ heap: number; nodes: number; listeners: number }> {
    const { nodes, jsEventListeners } = await this.#session.send('Memory.getDOMCounters');
    return { heap: ((await this.metrics()).get('JSHeapUsedSize') ?? 0) / 1024, nodes, listeners: jsEventListeners };
  }

  /** Twice: the first collection lets go of wrappers, the second of what they held. */
  async collectGarbage(): Promise<void> {
    for (let i = 0; i < 2; i++) await this.#session.send('HeapProfiler.collectGarbage');
  }

  async startProfile(): Promise<void> {
    await this.#session.send('Profiler.enable');
    await this.#session.send('Profiler.setSamplingInterval', { interval: 100 });
    await this.#session.send('Profiler.start');
  }

  async stopProfile(): Promise<Profile> {
    return (await this.#session.send('Profiler.stop')).profile;
  }
}

async function bundle(entry: string, readable: boolean): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, `${entry}.js`)],
    bundle: true,
    minify: !readable,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    define: { 'process.env.NODE_ENV': '"production"' },
    // Functions are compiled while the page loads, as our own pages have it: of every subject alike.
    banner: { js: '//# allFunctionsCalledOnLoad' },
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

export function findChromium(): string {
  const script = join(import.meta.dirname, '../../../scripts/find-program.mjs');
  const { status, stdout } = spawnSync(process.execPath, [script, 'chromium'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error('The web bench needs Chromium.');
  return stdout.trim();
}
