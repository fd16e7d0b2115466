// What the readers need beyond ECMAScript and every runtime has.

declare class TextDecoder {
  decode(input: Uint8Array): string;
}
