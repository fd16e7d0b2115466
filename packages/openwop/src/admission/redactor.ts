// SR-1: what a host knows to be secret is replaced by `[REDACTED:<id>]` before anything is recorded or told. The host
// knows the secrets; admission is handed a redactor.

export { createRedactor, NO_SECRETS, type Redaction, type Redactor, type Secret } from '@vitrine/core';
