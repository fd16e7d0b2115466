// One document in three notations. JSON is what is kept; Express and TypeScript are written from the surfaces that it opens, and
// read back into messages that take its place.

import type { Fold } from '@vitrine/core';
import { type Catalog, defined, type Issue, type JsonObject } from '@vitrine/core/page';
import { a2ui09, a2ui10 } from '@vitrine/dialects';
import { express } from '@vitrine/formats';
import { knownCatalogs } from '../page/catalogs.ts';
import type { EditorProblem, Language } from './editor.ts';
import type { ReadView, WrittenView } from './notation.ts';
import { readTypescript } from './read-typescript.ts';
import { writeTypescript } from './write-typescript.ts';

/** A chunk that comes after the editor, which has the parser of TypeScript too: what both need is in that of the editor. */
export { Editor } from './editing.ts';

/** A2UI 0.9 where a surface is of it, else 1.0: Express and builders know these. */
export function protocolOf(fold: Fold): '0.9' | '1.0' {
  const protocols = [...fold.surfaces.values()].map(({ protocol }) => protocol);
  return protocols.includes('0.9') ? '0.9' : '1.0';
}

export function writeView(language: Exclude<Language, 'json'>, fold: Fold): WrittenView {
  if (language === 'typescript') return writeTypescript(fold);
  const protocol = protocolOf(fold);
  const catalogs = catalogsIn(fold, protocol);
  const dialect = protocol === '0.9' ? a2ui09 : a2ui10;
  const { wire, losses } = dialect.join(fold, { catalogs: catalogs.map(({ id }) => id) });
  const written = express.decompile(wire as readonly JsonObject[], { catalogs });
  const sentences = [...losses.map(({ what }) => what), ...written.issues.map(({ message }) => message)];
  return { text: `${written.text}\n`, losses: [...new Set(sentences)] };
}

export function readView(language: Exclude<Language, 'json'>, text: string, fold: Fold): ReadView {
  if (language === 'typescript') return readTypescript(text, protocolOf(fold), knownCatalogs());
  const protocol = protocolOf(fold);
  const [surfaceId] = fold.surfaces.keys();
  const { ok, messages, issues } = express.compile(text, {
    ...{ catalogs: catalogsIn(fold, protocol), mend: false },
    ...defined({ surfaceId: /^\s*surface\(/m.test(text) ? undefined : surfaceId }),
  });
  return ok ? { messages } : { problems: issues.map((one) => placed(one, text)) };
}

/** An issue of Express says its line. */
function placed({ message, severity, line }: Issue, text: string): EditorProblem {
  const lines = text.split('\n');
  const at = line === undefined ? 0 : Math.min(line - 1, lines.length - 1);
  const start = lines.slice(0, at).reduce((sum, one) => sum + one.length + 1, 0);
  return { start, end: line === undefined ? text.length : start + (lines[at] ?? '').length, severity, message };
}

/** Those of the surfaces; of a document without one, the extension catalog. */
function catalogsIn(fold: Fold, protocol: string): readonly Catalog[] {
  const used = new Set([...fold.surfaces.values()].flatMap(({ catalog }) => fold.catalogs.get(catalog ?? '') ?? []));
  const fitting = [...used].filter((one) => (one.protocol ?? protocol) === protocol);
  if (fitting.length > 0) return fitting;
  return knownCatalogs().filter(({ id }) => id === `urn:vitrine:catalog:vitrine:${protocol}`);
}
