// For hosts, tools and tests, which evaluate and cannot wait: the code of the functions is there when this is imported.

import { functionCode } from './function-code.ts';
import * as all from './functions/all.ts';

functionCode.give(all);
