// The default table from signals to what people see. It stands with the dialect, which reads signals without this package.

export { DEFAULT_MAPPINGS } from '@vitrine/dialects/open-harness';
