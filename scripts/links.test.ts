import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { listFiles, ROOT, readManifest } from './source-files.mjs';

const DOCUMENTS = /^(?:[A-Z-]+\.md|docs\/.*\.md|packages\/[^/]+\/README\.md|\.changeset\/README\.md)$/;
const documents = listFiles(ROOT).filter((path) => DOCUMENTS.test(path));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** Pages of this repository, as they are addressed from elsewhere. */
const OURS = `${(readManifest(ROOT, '.') as { homepage: string }).homepage.replace(/#.*/, '')}/blob/main/`;

/** The names by which headings are linked to. */
function anchorsOf(text: string): readonly string[] {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading as string);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function problemOf(from: string, link: string): string | undefined {
  const [path = '', anchor] = link.replace(OURS, '/').split('#');
  const target = path === '' ? from : normalize(path.startsWith('/') ? path.slice(1) : join(dirname(from), path));
  if (!existsSync(join(ROOT, target))) return `${from}: ${link} leads nowhere`;
  const isThere = anchor === undefined || !target.endsWith('.md') || anchorsOf(read(target)).includes(anchor);
  return isThere ? undefined : `${from}: ${link} names no heading`;
}

it('every link of a document to this repository leads somewhere', () => {
  const links = documents.flatMap((from) =>
    [
      ...read(from)
        .replaceAll(/^```[\s\S]*?^```|`[^`\n]*`/gm, '')
        .matchAll(/\]\(([^)\s]+)\)/g),
    ]
      .map(([, link]) => link as string)
      .filter((link) => link.startsWith(OURS) || (/\w/.test(link) && !/^[a-z]+:/.test(link)))
      .map((link) => [from, link] as const),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.flatMap(([from, link]) => problemOf(from, link) ?? [])).toEqual([]);
});

it('a link that leads nowhere is told', () => {
  expect(problemOf('README.md', 'docs/nowhere.md')).toBeDefined();
  expect(problemOf('README.md', 'docs/agent.md#no-such-heading')).toBeDefined();
});
