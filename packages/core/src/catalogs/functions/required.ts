// required: whether anything was entered. An empty object, 0 and false are something.

import { isArray, type Json } from '../../json.ts';
import type { Judge } from './run.ts';

export const required: Judge = ({ value }) => (isEmpty(value) ? { code: 'REQUIRED' } : undefined);

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (isArray(value) && value.length === 0);
}
