// Tables from signals to what people see.

export type { Mapping, Mappings, MapSignal } from '@vitrine/dialects/open-harness';
export { DEFAULT_MAPPINGS } from './default.ts';
