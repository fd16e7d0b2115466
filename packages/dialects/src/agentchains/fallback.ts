// Components for a viewer that says which types it can show: what it cannot show is put into those that it can, without
// losing a word. A form has nothing that could stand for it but a card of its questions.

import {
  type AgentchainsType,
  readAlert,
  readCard,
  readChart,
  readCode,
  readForm,
  readImage,
  readMarkdown,
  readSteps,
  readTable,
} from '@vitrine/core/catalogs/agentchains';
import { defined, type Json, type JsonObject } from '@vitrine/core/internal';
import type { AgentchainsPicture } from './untrusted.ts';

interface FallbackText {
  readonly title?: string | undefined;
  readonly lines: readonly string[];
  readonly sections?: readonly { readonly label: string; readonly value: string }[];
  /** What a picture shows, for those who cannot see it. */
  readonly alt?: string;
  readonly more?: JsonObject;
}

/** Undefined: the viewer can show nothing that would do. */
export function within(
  shown: AgentchainsPicture,
  types: readonly string[] | undefined,
  lose: (what: string) => void,
): AgentchainsPicture | undefined {
  if (types === undefined || types.includes(shown.type)) return shown;
  const { id, type, data } = shown;
  lose(`the viewer shows no ${type}: it is sent in other words`);
  if (type === 'chart' && types.includes('table')) return { id, type: 'table', data: tableOf(data) };
  const words = wordsOf(type, data);
  if (type === 'form' || (type === 'card' && readCard(data).actions.length > 0))
    lose('what can be sent from it is not shown');
  if (types.includes('card')) return { id, type: 'card', data: cardOf(words) };
  if (types.includes('markdown')) return { id, type: 'markdown', data: { content: plain(words) } };
  if (types.includes('alert')) return { id, type: 'alert', data: { severity: 'info', message: plain(words) } };
  lose(`the ${type} is not sent`);
  return undefined;
}

function cardOf({ title, lines, sections = [], more = {} }: FallbackText): JsonObject {
  return {
    ...defined({ title }),
    ...(lines.length === 0 ? {} : { description: lines.join('\n') }),
    ...(sections.length === 0 ? {} : { sections: sections as unknown as Json }),
    ...more,
  };
}

function plain({ title, lines, sections = [], alt }: FallbackText): string {
  const listed = sections.map(({ label, value }) => `${label}: ${value}`);
  const unsaid = alt !== undefined && !lines.includes(alt) ? alt : undefined;
  return some(title, ...lines, ...listed, unsaid).join('\n\n');
}

function tableOf(data: JsonObject): JsonObject {
  const { title, xLabel, yLabel, categories, series } = readChart(data);
  const headers = [
    { key: 'x', label: xLabel ?? '' },
    ...series.map(({ name }, i) => ({ key: `s${i}`, label: name || (yLabel ?? '') })),
  ];
  const rows = categories.map((category, at) =>
    Object.fromEntries([['x', category], ...series.map(({ values }, i) => [`s${i}`, values[at] ?? null])]),
  );
  return { ...defined({ title }), headers, rows };
}

function wordsOf(type: AgentchainsType, data: JsonObject): FallbackText {
  switch (type) {
    case 'card': {
      const { title, subtitle, description, sections } = readCard(data);
      return { title, lines: some(subtitle, description), sections };
    }
    case 'table': {
      const { title, caption, columns, rows } = readTable(data);
      const lines = rows.map((row) => row.map((cell) => String(cell ?? '')).join(' | '));
      return { title, lines: [...some(columns.map(({ label }) => label).join(' | ')), ...lines, ...some(caption)] };
    }
    case 'form': {
      const { title, description, fields } = readForm(data);
      return { title, lines: [...some(description), ...fields.map(({ label }) => label)] };
    }
    case 'chart': {
      const { headers, rows, title } = tableOf(data);
      return wordsOf('table', {
        headers: headers as Json,
        rows: rows as Json,
        ...defined({ title }),
      });
    }
    case 'markdown': {
      const { title, markdown } = readMarkdown(data);
      return { title, lines: some(markdown) };
    }
    case 'code': {
      const { title, code } = readCode(data);
      return { title, lines: some(code) };
    }
    case 'image': {
      const { title, url, alt, caption } = readImage(data);
      return { title, lines: some(caption), alt, more: { image: url, image_alt: alt } };
    }
    case 'alert': {
      const { title, message, severity } = readAlert(data);
      return { title: title ?? severity, lines: some(message) };
    }
    case 'steps': {
      const { title, steps } = readSteps(data);
      return { title, lines: [], sections: steps.map(({ label, status }) => ({ label, value: status })) };
    }
  }
}

function some(...texts: readonly (string | undefined)[]): readonly string[] {
  return texts.filter((text): text is string => text !== undefined && text !== '');
}
