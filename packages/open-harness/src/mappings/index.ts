// Tables from signals to what people see. They stand with the dialect, which reads signals without this package.

export { DEFAULT_MAPPINGS, type Mapping, type Mappings, type MapSignal } from '@vitrine/dialects/open-harness';
