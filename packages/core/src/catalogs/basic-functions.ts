// The 14 functions of the basic catalogs, as each version of the protocol wants them: in 0.9 validators return
// booleans, in 1.0 ValidationResults, by which and, or and not then count.

import type { FunctionDeclaration, Props } from '../catalog.ts';
import { email } from './functions/email.ts';
import { formatCurrency } from './functions/format-currency.ts';
import { formatDate } from './functions/format-date.ts';
import { formatNumber } from './functions/format-number.ts';
import { formatString } from './functions/format-string.ts';
import { length } from './functions/length.ts';
import { logic } from './functions/logic.ts';
import { numeric } from './functions/numeric.ts';
import { pluralize } from './functions/pluralize.ts';
import { regex } from './functions/regex.ts';
import { required } from './functions/required.ts';
import type { Validator } from './functions/validator.ts';

/** What differs between the versions. */
interface Version<U extends FunctionDeclaration> {
  readonly validator: <A extends Props>(validator: Validator<A>) => FunctionDeclaration<A>;
  readonly openUrl: U;
  /** Validators return objects, and values may be objects. */
  readonly objects: boolean;
}

export function basicFunctions<U extends FunctionDeclaration>({ validator, openUrl, objects }: Version<U>) {
  return {
    required: validator(required),
    regex: validator(regex),
    length: validator(length),
    numeric: validator(numeric),
    email: validator(email),
    formatString,
    formatNumber,
    formatCurrency,
    pluralize,
    formatDate: formatDate({ objects }),
    openUrl,
    ...logic({ byValidity: objects }),
  };
}
