// How Express is coloured: names of components, paths into the data, texts and numbers. What it means is left to @vitrine/formats.

import { StreamLanguage, type StringStream } from '@codemirror/language';

function token(stream: StringStream): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match(/^#.*|^\/\/.*/)) return 'comment';
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return 'string';
  if (stream.match(/^\$[\w/~.*-]*/)) return 'variableName.special';
  if (stream.match(/^-?\d+(?:\.\d+)?/)) return 'number';
  if (stream.match(/^(?:true|false|null)\b/)) return 'bool';
  if (stream.match(/^[A-Za-z_][\w-]*(?=\s*\()/)) return 'typeName';
  if (stream.match(/^[A-Za-z_][\w-]*(?=\s*=)/)) return 'propertyName';
  if (stream.match(/^[A-Za-z_][\w-]*/)) return 'variableName';
  stream.next();
  return null;
}

export const expressLanguage = StreamLanguage.define({ name: 'express', token });
