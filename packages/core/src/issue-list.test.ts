import { expect, it } from 'vitest';
import { type Issue, issue } from './issue.ts';
import { capIssues, IssueList } from './issue-list.ts';

const warning = (at: string): Issue => issue('VITRINE_JSON_TEXT', 'warning', 'Odd.', at);
const error = (at: string): Issue => issue('VITRINE_JSON_TEXT', 'error', 'Wrong.', at);
const places = (issues: readonly Issue[]) => issues.map(({ at }) => at);

it('[ER3] a list that has room is given as it came', () => {
  const issues = [warning('/a'), error('/b')];
  expect(capIssues(issues, 2)).toBe(issues);
});

it('[ER3] errors take the place of the last warnings, and the last issue says how many are not listed', () => {
  const issues = [warning('/1'), warning('/2'), error('/3'), warning('/4'), error('/5'), error('/6'), error('/7')];
  const capped = capIssues(issues, 3);
  expect(places(capped)).toEqual(['/3', '/5', '/6']);
  expect(capped.map(({ message }) => message)).toEqual(['Wrong.', 'Wrong.', 'Wrong. (4 further issues not listed.)']);
});

it('[ER3] what is not listed is counted, and nothing else is kept of it', () => {
  const list = new IssueList(2);
  for (let i = 0; i < 1000; i++) list.add(warning(`/${i}`));
  expect([list.listed.length, list.unlisted, places(list.all())]).toEqual([2, 998, ['/0', '/1']]);
  expect(new IssueList(0).all()).toEqual([]);
});
