// A catalog file in JavaScript as a page of the host can load it: the same text, with the addresses of the host's own modules in
// the place of Vitrine's packages. Pages load nothing else, so it may import nothing else.

import { accepted, type Issue, issue, type Outcome, quote, refused } from '@vitrine/core/internal';
import { init, parse } from 'es-module-lexer';

/** `modules`: by specifier, the name of the file among the pages. */
export async function pageScript(source: string, modules: ReadonlyMap<string, string>): Promise<Outcome<string>> {
  await init;
  const imports = importsIn(source);
  const issues: Issue[] = [];
  let script = '';
  let end = 0;
  for (const { n: specifier, s, e, d } of imports) {
    // import.meta, and imports whose address is worked out: the page's policy holds for these.
    if (specifier === undefined || d === -2) continue;
    const file = modules.get(specifier);
    if (file === undefined) issues.push(unservable(specifier, source.slice(0, s), modules));
    // Inside an import() the quotes are part of it.
    const address = d > -1 ? JSON.stringify(`/${file}`) : `/${file}`;
    script += source.slice(end, s) + address;
    end = e;
  }
  return issues.length > 0 ? refused(issues) : accepted(script + source.slice(end));
}

/** What is no module at all is told by whoever runs it. */
function importsIn(source: string): ReturnType<typeof parse>[0] {
  try {
    return parse(source)[0];
  } catch {
    return [];
  }
}

function unservable(specifier: string, before: string, modules: ReadonlyMap<string, string>): Issue {
  const names = [...modules.keys()].join(', ');
  const message = `A page cannot load ${quote(specifier)}: a catalog file may import ${names}; bundle the rest into it.`;
  return { ...issue('VITRINE_CATALOG_INVALID', 'error', message), line: before.split('\n').length };
}
