// What the functions of the basic catalogs do, by their names; what they take and give stands in ../basic-functions.ts. With
// them come the readers of what their arguments say, for the check at the door, and the judge of addresses.

export { parseExpression } from '../../expression.ts';
export { parseDate } from '../../parse-date.ts';
export { cachedPattern, compilePattern } from '../../pattern.ts';
export { checkLink } from '../../url.ts';
export { email } from './email.ts';
export { formatCurrency } from './format-currency.ts';
export { formatDate } from './format-date.ts';
export { formatNumber } from './format-number.ts';
export { formatString } from './format-string.ts';
export { length } from './length.ts';
export { and, not, or } from './logic.ts';
export { numeric } from './numeric.ts';
export { openUrl } from './open-url.ts';
export { pluralize } from './pluralize.ts';
export { regex } from './regex.ts';
export { required } from './required.ts';
