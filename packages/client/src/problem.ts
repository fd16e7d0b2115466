// Issues of the client itself, in the words of the one table.

import type { Issue, IssueCode } from '@vitrine/core';

export function clientProblem(code: IssueCode, message: string): Issue {
  return { code, severity: 'error', fault: 'viewer', message };
}
