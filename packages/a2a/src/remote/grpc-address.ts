// Where an agent speaks gRPC: cards write `host:port`, which does not say whether TLS is spoken, or an address with a scheme.

import type { NamedHosts } from '@vitrine/face-kit';

const SCHEMES: { readonly [scheme: string]: string } = {
  'https:': 'https:',
  'grpcs:': 'https:',
  'http:': 'http:',
  'grpc:': 'http:',
};

export function isGrpc({ protocolBinding }: { readonly protocolBinding: string }): boolean {
  return protocolBinding.toUpperCase() === 'GRPC';
}

/**
 * As an address of https or http, which stands for TLS or none; undefined where it is no address. `host:port` is asked
 * over TLS, unless the operator has named it, on a port that is not the one of https.
 */
export function grpcAddress(text: string, named: NamedHosts): URL | undefined {
  const [, scheme, rest] = /^([a-z]+:)\/\/([^/?#]+)/i.exec(text) ?? [];
  if (scheme !== undefined) {
    const spoken = SCHEMES[scheme.toLowerCase()];
    return spoken === undefined ? undefined : parsed(`${spoken}//${rest}`);
  }
  const plain = /^[^/?#@]+:\d{1,5}$/.test(text) ? parsed(`http://${text}`) : undefined;
  return plain !== undefined && named.has(plain) && !text.endsWith(':443') ? plain : plain && parsed(`https://${text}`);
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
