// What the operator says of A2A in the environment. A value that cannot be meant is told, and the default stands.

import type { A2aOptions } from './face.ts';

type Environment = { readonly [name: string]: string | undefined };

export interface Settings {
  readonly options: A2aOptions;
  readonly problems: readonly string[];
}

const BYTES = /^(\d{1,12})(k|m)?$/i;
const UNITS: { readonly [unit: string]: number } = { k: 1024, m: 1024 * 1024 };

/** VITRINE_A2A_AGENT, VITRINE_A2A_OPEN, VITRINE_A2A_MAX_BODY. */
export function readSettings(env: Environment): Settings {
  const { VITRINE_A2A_AGENT: agent, VITRINE_A2A_OPEN: open = '', VITRINE_A2A_MAX_BODY: body = '' } = env;
  const isOpen = ['1', 'true', 'yes', 'on'].includes(open.toLowerCase());
  const bytes = BYTES.exec(body);
  const bodyBytes = bytes === null ? undefined : Number(bytes[1]) * (UNITS[(bytes[2] ?? '').toLowerCase()] ?? 1);
  const problems = [
    ...(isOpen || ['', '0', 'false', 'no', 'off'].includes(open.toLowerCase()) ? [] : ['VITRINE_A2A_OPEN is 1 or 0']),
    ...(body === '' || bodyBytes !== undefined ? [] : ['VITRINE_A2A_MAX_BODY is a number of bytes such as 4m']),
  ];
  return {
    options: {
      isOpen,
      ...(agent ? { defaultAgent: agent } : {}),
      ...(bodyBytes === undefined ? {} : { limits: { bodyBytes } }),
    },
    problems,
  };
}
