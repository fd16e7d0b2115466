// The order of test files: what takes long begins first, so that no core waits for it at the end. A machine that has run them
// before knows that; from a fresh clone vitest would begin with the largest file.

import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from './source-files.mjs';

/** The longest first; what takes less than a quarter of a minute of a core is not worth a line. */
export const LONG_TESTS: readonly string[] = [
  'apps/playground/test/sessions.browser.ts',
  'conformance/fresh-project.test.ts',
  'conformance/peers/examples.browser.ts',
  'conformance/peers/booking.browser.ts',
  'packages/web/test/agentchains-hostile.browser.ts',
  'apps/playground/test/composer.browser.ts',
  'apps/playground/test/agentchains.browser.ts',
  'conformance/openwop/mutations.test.ts',
  'apps/playground/test/gallery-axe.browser.ts',
  'apps/playground/test/viewer.browser.ts',
  'apps/playground/test/host-axe.browser.ts',
  'conformance/late-acts.test.ts',
  'packages/client/src/real-host.test.ts',
  'apps/playground/test/files.browser.ts',
  'packages/cli/src/serve-nodes.test.ts',
  'conformance/openwop/invariants.browser.ts',
  'packages/web/test/progressive.browser.ts',
  'conformance/faults/faults.test.ts',
  'packages/web/test/session-look.browser.ts',
  'apps/playground/test/gallery.browser.ts',
  'packages/agentchains/src/sessions.test.ts',
  'packages/web/test/media.browser.ts',
  'conformance/mcp-apps/view.browser.ts',
  'conformance/peers/forms.browser.ts',
  'conformance/differential.test.ts',
  'conformance/peers/wizard.browser.ts',
  'packages/web/test/layout.browser.ts',
  'packages/cli/src/serve-troubled.test.ts',
  'packages/agentchains/src/crash.test.ts',
  'packages/log-postgres/src/nodes.test.ts',
  'packages/web/test/actions.browser.ts',
  'packages/web/test/words.browser.ts',
  'apps/playground/test/embed.browser.ts',
  'packages/log-postgres/src/copy.test.ts',
  'packages/web/test/session-answers.browser.ts',
  'packages/web/test/theme.browser.ts',
  'packages/web/test/text.browser.ts',
  'packages/cli/src/commands/serve.test.ts',
];

/** Below 0 when `a` comes first. */
export function compareLength(a: string, b: string): number {
  const rank = (path: string): number => (LONG_TESTS.includes(path) ? LONG_TESTS.indexOf(path) : LONG_TESTS.length);
  return rank(a) - rank(b);
}

/** Groups and projects stay in their order. */
export class LongestFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => [project.config.sequence.groupOrder, project.name] as const;
    return (await super.sort(specs)).sort((a, b) => {
      const [[groupA, nameA], [groupB, nameB]] = [place(a), place(b)];
      if (groupA !== groupB || nameA !== nameB) return 0;
      return compareLength(relative(ROOT, a.moduleId), relative(ROOT, b.moduleId));
    });
  }
}
