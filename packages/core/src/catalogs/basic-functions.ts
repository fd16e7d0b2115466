// The 14 functions of the basic catalogs, as each version of the protocol wants them: in 0.9 validators return
// booleans, in 1.0 ValidationResults, by which and, or and not then count.

import { email } from './functions/email.ts';
import { formatCurrency } from './functions/format-currency.ts';
import { formatDate } from './functions/format-date.ts';
import { formatNumber } from './functions/format-number.ts';
import { formatString } from './functions/format-string.ts';
import { length } from './functions/length.ts';
import { logic } from './functions/logic.ts';
import { numeric } from './functions/numeric.ts';
import { openUrl09, openUrl10 } from './functions/open-url.ts';
import { pluralize } from './functions/pluralize.ts';
import { regex } from './functions/regex.ts';
import { required } from './functions/required.ts';
import { booleanValidator, resultValidator } from './functions/validator.ts';

const formatting = { formatString, formatNumber, formatCurrency, pluralize };

export const basicFunctions09 = {
  required: booleanValidator(required),
  regex: booleanValidator(regex),
  length: booleanValidator(length),
  numeric: booleanValidator(numeric),
  email: booleanValidator(email),
  ...formatting,
  formatDate: formatDate({ objects: false }),
  openUrl: openUrl09,
  ...logic({ byValidity: false }),
};

export const basicFunctions10 = {
  required: resultValidator(required),
  regex: resultValidator(regex),
  length: resultValidator(length),
  numeric: resultValidator(numeric),
  email: resultValidator(email),
  ...formatting,
  formatDate: formatDate({ objects: true }),
  openUrl: openUrl10,
  ...logic({ byValidity: true }),
};
