// Every runtime we support has these; the packages below the page compile without DOM and Node types.
declare class TextDecoder {
  decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}
