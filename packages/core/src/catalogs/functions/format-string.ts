// formatString: fills the ${...} of a template. Parsing is expression.ts and is done once a template, because the same
// call runs again at every change; evaluating the parts is left to the scope that the call stands in.

import type { FunctionScope } from '../../catalog.ts';
import { type ExpressionPart, parseExpression } from '../../expression.ts';
import { accepted, type Outcome, refusal, refused } from '../../issue.ts';
import { type Limits, perLimits } from '../../limits.ts';
import { BoundedMap } from '../../locale.ts';
import { toText } from '../../value.ts';
import type { FunctionBody } from './run.ts';

type Parsed = Outcome<readonly ExpressionPart[]>;

const TEMPLATES = 512;
const parsedBy = /* @__PURE__ */ perLimits(() => new BoundedMap<Parsed>(TEMPLATES));

export const formatString: FunctionBody = ({ value }, scope) => {
  const template = toText(value, scope.budget);
  if (!template.includes('${')) return accepted(template);
  // As if it were parsed each time: what an act may cost must not depend on what was remembered.
  scope.budget?.work(template.length);
  const parsed = parseOnce(template, scope.limits);
  return parsed.ok ? fill(parsed.value, scope) : parsed;
};

function parseOnce(template: string, limits: Limits): Parsed {
  // A longer one is refused by its length alone; keeping it would only cost memory.
  if (template.length > limits.expressionLength) return parseExpression(template, limits);
  return parsedBy(limits).getOrCreate(template, () => parseExpression(template, limits));
}

function fill(parts: readonly ExpressionPart[], scope: FunctionScope): Outcome<string> {
  const { budget } = scope;
  let filled = '';
  for (const part of parts) {
    filled += typeof part === 'string' ? part : toText(scope.evaluate(part), budget);
    if (budget !== undefined && filled.length > budget.room) {
      budget.make(filled.length);
      return refused([budget.problem()]);
    }
    // A template held in data may grow itself by calling formatString again.
    if (filled.length > scope.limits.textLength) {
      const message = `The filled template is longer than ${scope.limits.textLength} characters.`;
      return refusal('VITRINE_LIMIT_TEXT', message);
    }
  }
  return accepted(filled);
}
