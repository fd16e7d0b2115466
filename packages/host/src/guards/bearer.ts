// Where a request carries its credential. Whether it holds is left to credentials/.

import { looksLikeCredential } from '../credentials/credential-texts.ts';

export interface CredentialHeaders {
  readonly authorization?: string | null | undefined;
  /** Sec-WebSocket-Protocol: a browser can put a credential on a WebSocket nowhere else. */
  readonly protocols?: string | null | undefined;
}

/** The credential as it came; Authorization goes before a subprotocol. */
export function readCredential({ authorization, protocols }: CredentialHeaders): string | undefined {
  return bearerOf(authorization) ?? offeredProtocols(protocols).find(looksLikeCredential);
}

export function bearerOf(authorization: string | null | undefined): string | undefined {
  return /^bearer +([^\s,]+) *$/i.exec(authorization ?? '')?.[1];
}

export function offeredProtocols(header: string | null | undefined): readonly string[] {
  if (typeof header !== 'string') return [];
  return header
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
