// Surfaces of both generations that hold, in every word that they may hold, what a careless renderer would run or fetch.

import { button1, button2, CATALOG, envelope, envelope2, payload1, payload2, put } from './scenarios/documents.ts';
import type { Body } from './scenarios/wop.ts';

export const ELSEWHERE = 'https://elsewhere.example';

const RUNS = 'window.ran = (window.ran ?? 0) + 1';
/** Each would leave a mark on the window, or ask elsewhere for something. */
const TEMPTING = [
  `<img src="${ELSEWHERE}/img.png" onerror="${RUNS}">`,
  `<script>${RUNS}</script>`,
  `<svg onload="${RUNS}"><use href="${ELSEWHERE}/use.svg#x"/></svg>`,
  `<iframe src="${ELSEWHERE}/frame" srcdoc="<script>parent.ran = 1</script>"></iframe>`,
  `<link rel="prefetch" href="${ELSEWHERE}/prefetch"><link rel="stylesheet" href="${ELSEWHERE}/style.css">`,
  `<style>@import url(${ELSEWHERE}/import.css); * { background: url(${ELSEWHERE}/background) }</style>`,
  `<meta http-equiv="refresh" content="0; url=${ELSEWHERE}/refresh"><base href="${ELSEWHERE}/">`,
  `<form action="${ELSEWHERE}/form"><input autofocus onfocus="${RUNS}"></form>`,
  `<video autoplay src="${ELSEWHERE}/video"></video><object data="${ELSEWHERE}/object"></object>`,
  // An image without the backslash is refused before any page sees it.
  `\\![image](${ELSEWHERE}/markdown.png) [link](javascript:${RUNS})`,
  `[ref]: ${ELSEWHERE}/reference <${ELSEWHERE}/autolink> ${ELSEWHERE}/bare`,
  `javascript:${RUNS} data:text/html,<script>${RUNS}</script>`,
  '${window.ran = 1} {{constructor.constructor("window.ran = 1")()}} {path: "/ran"}',
  '"; window.ran = 1; "',
] as const;

/** The words of one place, so that each can be found again. */
export const HEADLINE = 'Seen as letters';
const WORDS = TEMPTING.join('\n');
export const FRAGMENTS: readonly string[] = TEMPTING.map((one) => one.slice(0, 24));

function options(): readonly object[] {
  return [
    { value: ELSEWHERE, label: WORDS },
    { value: WORDS.slice(0, 900), label: `url(${ELSEWHERE}/option)` },
  ];
}

function hostile1(): Body {
  const payload = payload1(
    { component: 'heading', text: HEADLINE, level: 1 },
    { component: 'heading', text: WORDS },
    ...TEMPTING.map((text) => ({ component: 'text', text })),
    { component: 'field.text', id: 'a', label: WORDS, placeholder: WORDS },
    { component: 'field.date', id: 'b', label: WORDS },
    { component: 'field.select', id: 'c', label: WORDS, options: options() },
    { component: 'field.checkbox', id: 'd', label: WORDS, default: true },
    { ...button1('accept'), label: WORDS },
    { ...button1('reject'), label: 'Send it' },
  );
  return envelope({ ...payload, surface: { ...payload.surface, title: WORDS } }, { nodeId: 'gate' });
}

function hostile2(): Body {
  const texts = TEMPTING.map((text, i) => ({ id: `t${i}`, component: 'Text', text, variant: 'body' }));
  const bound = { id: 'bound', component: 'Text', text: { path: '/words' }, variant: 'h2' };
  const fields = [
    { id: 'a', component: 'TextField', label: WORDS, value: { path: '/a' }, variant: 'longText' },
    { id: 'b', component: 'DateTimeInput', label: WORDS, value: { path: '/b' }, enableDate: true },
    {
      id: 'c',
      component: 'ChoicePicker',
      label: WORDS,
      options: options(),
      value: { path: '/c' },
      displayStyle: 'chips',
    },
    { id: 'd', component: 'CheckBox', label: WORDS, value: { path: '/d' }, accessibility: { label: WORDS } },
  ];
  const children = ['headline', 'bound', ...texts.map(({ id }) => id), 'a', 'b', 'c', 'd', 'accept', 'reject'];
  const all = [
    { id: 'root', component: 'Column', children },
    { id: 'headline', component: 'Text', text: HEADLINE, variant: 'h1' },
    ...[bound, ...texts, ...fields],
    ...button2('accept'),
    ...button2('reject'),
    { id: 'reject-text', component: 'Text', text: 'Send it' },
  ];
  const components = [...new Map(all.map((one) => [(one as { id: string }).id, one])).values()];
  const theme = { primaryColor: '#ff0000', agentDisplayName: WORDS.slice(0, 128) };
  const data = { words: WORDS, a: '', b: '', c: [], d: false };
  const payload = payload2(
    'gate',
    { createSurface: { catalogId: CATALOG, theme } },
    { updateDataModel: { path: '/', value: data } },
    put(...components),
  );
  return envelope2(payload, { nodeId: 'gate' });
}

export const HOSTILE: { readonly [major in 1 | 2]: () => Body } = { 1: hostile1, 2: hostile2 };
