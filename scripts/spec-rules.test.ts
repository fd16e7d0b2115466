import { describe, expect, it } from 'vitest';
import { compareRules, readCitations, readRules } from './spec-rules.mjs';

const spec = (...ids: string[]) => ({
  folder: 'packages/core',
  rules: ids.map((id, index) => ({ id, line: index + 1 })),
  malformed: [],
});
const citation = (id: string, file = 'packages/core/src/pointer.test.ts') => ({ id, file, line: 3 });

describe('the rules of a SPEC.md', () => {
  it('are the list items that open with a bold id', () => {
    const markdown = [
      '# Pointers',
      '',
      '- **PT1** A pointer begins with a slash.',
      'Text about **PT9**.',
      '- **PT2** So.',
    ];
    expect(readRules(markdown.join('\n'))).toEqual({
      rules: [
        { id: 'PT1', line: 3 },
        { id: 'PT2', line: 5 },
      ],
      malformed: [],
    });
  });

  it('are reported where they nearly have the form', () => {
    const markdown = [
      '* **PT1** Star.',
      '- **PT2**: Colon.',
      '  - **PT3** Indented.',
      '- **PT4a** Letter.',
      '- **PT5**',
    ];
    expect(readRules(markdown.join('\r\n'))).toEqual({ rules: [], malformed: [1, 2, 3, 4, 5] });
  });
});

describe('the citations of a test file', () => {
  const idsIn = (text: string) => readCitations('x.test.ts', text).map(({ id }) => id);

  it('stand at the start of titles, plain, in templates and one after another', () => {
    expect(idsIn("it('[PT1] a', f); it(`[PT2] b`, f); it(`[PT3] ${n}`, f); it('[PT4] [PT5] c', f);")).toEqual([
      'PT1',
      'PT2',
      'PT3',
      'PT4',
      'PT5',
    ]);
  });

  it('are found in a table of cases and behind each', () => {
    expect(idsIn("const cases = [{ title: '[PT1] a' }]; it.each(cases)('[PT2] $title', f);")).toEqual(['PT1', 'PT2']);
  });

  it('know their line', () => {
    expect(readCitations('x.test.ts', "\n\nit('[PT1] a', f);")).toEqual([{ id: 'PT1', file: 'x.test.ts', line: 3 }]);
  });

  it('are not taken from comments, from the middle of a title or from things that only look alike', () => {
    expect(
      idsIn("// it('[PT1] a')\nit('about [PT2]', f); it('[pt3] a', f); it('[PTA4] a', f); const x = a[PT5];"),
    ).toEqual([]);
  });

  it('do not count in tests that do not run', () => {
    expect(
      idsIn(
        "it.skip('[PT1] a', f); it.todo('[PT2] b'); describe.skip('c', () => { it('[PT3] d', f); }); it.skip.each(x)('[PT4]', f);",
      ),
    ).toEqual([]);
  });
});

describe('comparing rules with citations', () => {
  it('finds nothing when every rule has a test and every citation a rule', () => {
    expect(compareRules([spec('PT1', 'PT2')], [citation('PT1'), citation('PT2'), citation('PT2')])).toEqual([]);
  });

  it('reports a rule without a test', () => {
    expect(compareRules([spec('PT1', 'PT2')], [citation('PT1')])).toEqual([
      'packages/core/SPEC.md:2 rule PT2 has no test',
    ]);
  });

  it('reports a citation of an unknown rule', () => {
    expect(compareRules([spec('PT1')], [citation('PT1'), citation('PT7')])).toEqual([
      'packages/core/src/pointer.test.ts:3 cites PT7, which no SPEC.md states',
    ]);
  });

  it('reports an id used twice, in one SPEC.md or in two', () => {
    const other = { ...spec('PT1'), folder: 'packages/log' };
    expect(compareRules([spec('PT1', 'PT1')], [citation('PT1')])).toEqual([
      'packages/core/SPEC.md:2 uses the id PT1 a second time',
    ]);
    expect(compareRules([spec('PT1'), other], [citation('PT1')])).toContain(
      'packages/log/SPEC.md:1 uses the id PT1 a second time',
    );
  });

  it('lets a rule be cited by its own package and by conformance only', () => {
    expect(compareRules([spec('PT1')], [citation('PT1', 'conformance/a2ui.test.ts')])).toEqual([]);
    expect(compareRules([spec('PT1')], [citation('PT1'), citation('PT1', 'packages/log/src/a.test.ts')])).toEqual([
      'packages/log/src/a.test.ts:3 cites PT1, a rule of packages/core',
    ]);
  });

  it('reports malformed lines and a SPEC.md without rules', () => {
    expect(compareRules([{ ...spec(), malformed: [4] }], [])).toEqual([
      'packages/core/SPEC.md has no rule',
      'packages/core/SPEC.md:4 is not of the form "- **AB12** sentence"',
    ]);
  });
});
