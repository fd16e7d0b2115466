// Every runtime we support has these; the packages below the page compile without DOM and Node types.
declare class TextDecoder {
  constructor(encoding?: string, options?: { ignoreBOM?: boolean });
  decode(input?: Uint8Array | Uint16Array, options?: { stream?: boolean }): string;
}
