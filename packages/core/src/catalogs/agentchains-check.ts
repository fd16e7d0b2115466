// What is wrong with the data of an AgentChains component before they are stored. Everything here is mended by the
// readers and so is a warning to the agent; whether data can be stored at all is judged where they are.

import { checkContext } from '../check.ts';
import { checkProp } from '../check-prop.ts';
import { type Issue, issue } from '../issue.ts';
import type { Json } from '../json.ts';
import type { Limits } from '../limits.ts';
import { type AgentchainsType, agentchainsData } from './agentchains-data.ts';

/** Data are no bindings: what reads like one in a member that nobody declared is no concern of this check. */
const CONCERNS = /^VITRINE_(PROP|PATTERN|LIMIT_PATTERN)/;

/** `at` is a pointer into the data. */
export function judgeAgentchainsData(type: AgentchainsType, data: Json, limits: Limits): readonly Issue[] {
  const context = checkContext(limits, false, () =>
    issue('VITRINE_CATALOG_MISSING', 'error', 'Data call no function.'),
  );
  checkProp(agentchainsData[type], data, context);
  return context
    .all()
    .filter(({ code }) => CONCERNS.test(code))
    .map((problem) => ({ ...problem, severity: 'warning' }));
}
