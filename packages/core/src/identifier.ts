// Names that A2UI 1.0 takes for components, properties, functions, arguments and extensions: identifiers of Unicode (UAX 31).

const IDENTIFIER = /^[\p{XID_Start}_]\p{XID_Continue}*$/u;

export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name);
}
