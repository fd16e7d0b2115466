import type { Issue } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { Answers, decide, decideAll, type PendingAnswer } from './answers.ts';

const problem = (at: string | undefined, severity: Issue['severity']): Issue => ({
  code: 'VITRINE_MESSAGE_SHAPE',
  severity,
  fault: 'agent',
  message: '',
  ...(at === undefined ? {} : { at }),
});

describe('answers', () => {
  it('[SO27] to one call for several messages give each its own seq and its own issues', () => {
    const pendings: PendingAnswer[] = [{}, {}, {}];
    decideAll(pendings, {
      accepted: 3,
      seq: 9,
      seqs: [7, 8, 9],
      issues: [problem('/1/body', 'warning'), problem(undefined, 'warning')],
    });
    expect(pendings.map(({ reply }) => reply)).toEqual([
      { seq: 7, issues: [] },
      { seq: 8, issues: [problem('/body', 'warning')] },
      { seq: 9, issues: [problem(undefined, 'warning')] },
    ]);
    const mixed: PendingAnswer[] = [{}, {}, {}];
    // Something else may have been written between them.
    decideAll(mixed, { accepted: 2, seq: 9, seqs: [5, undefined, 8], issues: [problem('/1', 'error')] });
    expect(mixed.map(({ reply }) => reply?.seq)).toEqual([5, undefined, 8]);
    const kept: PendingAnswer[] = [{}];
    decideAll(kept, { accepted: 1, seq: 9, issues: [] });
    expect(kept[0]?.reply?.seq).toBe(9);
    decideAll(kept, { accepted: 0, seq: 9, issues: [problem('/0', 'error')] });
    expect(kept[0]?.reply?.seq).toBeUndefined();
  });

  it('[SO13] to what the stream has not come to wait for it', () => {
    const answers = new Answers();
    const [first, second]: [PendingAnswer, PendingAnswer] = [{ key: 'a' }, { key: 'b' }];
    answers.add(first);
    answers.add(second);
    decide(second, { accepted: 0, seq: 4, issues: [problem('', 'error')] });
    const texts: string[] = [];
    answers.tell(9, texts);
    expect(texts).toEqual([]);
    decide(first, { accepted: 1, seq: 5, issues: [] });
    answers.tell(4, texts);
    expect(texts).toEqual([]);
    expect(answers.takePlaceOf({ seq: 5, wire: [], author: 'bob', key: 'a' }, 'ann')).toBeUndefined();
    expect(answers.takePlaceOf({ seq: 5, wire: [], author: 'ann', key: 'x' }, 'ann')).toBeUndefined();
    expect(answers.takePlaceOf({ seq: 5, wire: [], author: 'ann', key: 'a' }, 'ann')).toBe('{"ack":5,"key":"a"}');
    answers.tell(5, texts);
    expect(texts.map((text) => JSON.parse(text) as object)).toMatchObject([{ key: 'b', issues: [{ at: '' }] }]);
  });

  it('[SO13] are awaited for an entry that may be what the first undecided frame made', () => {
    const answers = new Answers();
    const [first, second, last]: [PendingAnswer, PendingAnswer, PendingAnswer] = [{ key: 'a' }, {}, { key: 'b' }];
    for (const pending of [first, second, last]) answers.add(pending);
    const isAwaited = (author: string, key?: string): boolean =>
      answers.isAwaited({ seq: 5, wire: [], author, ...(key === undefined ? {} : { key }) }, 'ann');
    expect([isAwaited('ann', 'a'), isAwaited('ann', 'b'), isAwaited('ann'), isAwaited('bob', 'a')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    decide(first, { accepted: 1, seq: 5, issues: [] });
    expect([isAwaited('ann', 'a'), isAwaited('ann')]).toEqual([true, true]);
    decide(second, { accepted: 1, seq: 6, issues: [] });
    decide(last, { accepted: 1, seq: 7, issues: [] });
    expect(isAwaited('ann', 'b')).toBe(false);
  });
});
