// Where the main thread's time went in a page whose bundle was not minified: by module, then by function, self time.

export interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

const MODULES = 24;
const FUNCTIONS = 40;

/** Of several pages, per page. `script`: the bundle, in which a comment names each module before its code. */
export function hottest(profiles: readonly Profile[], script: string): string[] {
  const modules = modulesOf(script);
  const [byModule, byName] = [new Map<string, number>(), new Map<string, number>()];
  for (const { nodes, samples = [], timeDeltas = [] } of profiles) {
    const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
    for (const [i, id] of samples.entries()) {
      const { functionName = '', lineNumber = 0, url = '' } = frames.get(id) ?? {};
      if (functionName === '(idle)') continue;
      const module = url === '' ? '(browser)' : (modules[lineNumber] ?? '(page)');
      const ms = (timeDeltas[i] ?? 0) / 1000 / profiles.length;
      add(byModule, module, ms);
      add(byName, `${functionName || '(anonymous)'}  ${module}`, ms);
    }
  }
  return [...ranked(byModule, MODULES), '', ...ranked(byName, FUNCTIONS)];
}

function add(spent: Map<string, number>, name: string, ms: number): void {
  spent.set(name, (spent.get(name) ?? 0) + ms);
}

function modulesOf(script: string): string[] {
  let current = '';
  return script.split('\n').map((line) => {
    const named = /^\/\/ (\S+\.(?:[cm]?js|ts))$/.exec(line)?.[1];
    if (named !== undefined) current = named.replace(/^(?:\.\.\/)+/, '');
    return current;
  });
}

function ranked(spent: ReadonlyMap<string, number>, count: number): string[] {
  const total = [...spent.values()].reduce((sum, ms) => sum + ms, 0);
  return [...spent]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, ms]) => `${ms.toFixed(2).padStart(9)} ms ${((100 * ms) / total).toFixed(1).padStart(5)} %  ${name}`);
}
