// The one description of our elements: the custom-elements manifest of @vitrine/embed and the types of the tags for each
// framework are written from it (`node scripts/element-manifest.mjs`). A test compares it with the elements.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './source-files.mjs';

/**
 * @typedef {object} ElementMember
 * @property {string} name
 * @property {string} type as TypeScript writes it
 * @property {string} description
 * @property {string} [attribute]
 * @property {true} [readonly]
 */

/**
 * @typedef {object} DescribedElement
 * @property {string} tag
 * @property {string} className
 * @property {string} module
 * @property {string} description
 * @property {readonly ElementMember[]} members
 * @property {readonly ElementMember[]} events the type is that of `detail`
 */

/** @param {string} name @param {string} type @param {string} description @param {string} [attribute] */
const member = (name, type, description, attribute) => ({
  name,
  type,
  description,
  ...(attribute ? { attribute } : {}),
});

const COMMON = [
  member('words', 'Partial<Words>', "The element's own words in another language, or some of them."),
  member('urls', 'UrlPolicy', 'Which links may be opened and where media may come from.'),
  member('widgets', 'Widgets', 'The widgets that draw; those of the page when not set.'),
];
const EVENTS = [
  member('vitrine-event', 'ViewerEvent', 'What the person did.'),
  member('vitrine-issue', 'Issue', 'What could not be drawn or went wrong.'),
];

/** @type {readonly DescribedElement[]} */
export const ELEMENTS = [
  {
    tag: 'vitrine-session',
    className: 'VitrineSessionElement',
    module: 'src/session-element.ts',
    description: 'A session of a host in one tag, which connects itself.',
    members: [
      member('src', 'string', 'The link to the session; none shows nothing.', 'src'),
      member('token', 'string | undefined', 'The token of a viewer; the attribute is read once and removed.', 'token'),
      member('locale', 'string', "The language of the element's own words, told to the agent.", 'locale'),
      member('media', 'string', 'Hosts that pictures, sounds and films may come from, with spaces between.', 'media'),
      member('headingLevel', 'number | undefined', 'The level that headings of surfaces begin at.', 'heading-level'),
      member('quiet', 'boolean', 'The page says itself how the connection is.', 'quiet'),
      member('catalogs', 'Iterable<Catalog>', 'The catalogs that can be shown. Read when a connection is opened.'),
      ...COMMON,
    ],
    events: [
      ...EVENTS,
      member('vitrine-state', 'SessionStateDetail', 'The connection is another one.'),
      member('vitrine-welcome', 'object', 'Who the agent is, as the host says it.'),
      member('vitrine-token', 'TokenRequest', 'The host wants a token and there is none that it takes.'),
      member('vitrine-view', 'ViewerConnection', 'Another view is shown.'),
      member('vitrine-refused', 'RefusedDetail', 'The host did not take what the person did.'),
    ],
  },
  {
    tag: 'vitrine-surface',
    className: 'VitrineSurfaceElement',
    module: 'src/surface-element.ts',
    description: 'One surface, of messages that the page has.',
    members: [
      member('source', 'MessageSource | undefined', 'What reads the messages.'),
      member(
        'surfaceId',
        'string | undefined',
        'Which surface of the source is shown; when not set, the first that is open.',
      ),
      member('headingLevel', 'number | undefined', 'The level that headings of the surface begin at.'),
      ...COMMON,
    ],
    events: EVENTS,
  },
];

/** Attributes that are no properties of the element. */
const ONLY_ATTRIBUTES = new Set(['media', 'quiet']);

/** https://github.com/webcomponents/custom-elements-manifest */
export function manifestText() {
  const declaration = (/** @type {DescribedElement} */ element) => ({
    kind: 'class',
    customElement: true,
    name: element.className,
    tagName: element.tag,
    description: element.description,
    members: element.members
      .filter(({ name }) => !ONLY_ATTRIBUTES.has(name))
      .map(({ name, type, description }) => ({ kind: 'field', name, type: { text: type }, description })),
    attributes: element.members
      .filter(({ attribute }) => attribute !== undefined)
      .map(({ name, attribute, type, description }) => ({
        name: attribute,
        fieldName: name,
        type: { text: type },
        description,
      })),
    events: element.events.map(({ name, type, description }) => ({
      name,
      type: { text: `CustomEvent<${type}>` },
      description,
    })),
  });
  const modules = ELEMENTS.map((element) => ({
    kind: 'javascript-module',
    path: element.module,
    declarations: [declaration(element)],
    exports: [
      {
        kind: 'custom-element-definition',
        name: element.tag,
        declaration: { name: element.className, module: element.module },
      },
    ],
  }));
  return `${JSON.stringify({ schemaVersion: '2.1.0', readme: 'README.md', modules }, null, 2)}\n`;
}

const IMPORTS = `import type { ViewerConnection } from '@vitrine/client';
import type { Catalog, Issue, UrlPolicy, ViewerEvent } from '@vitrine/core';
import type { Widgets, Words } from '@vitrine/web';
import type { MessageSource } from '../message-source.ts';
import type { RefusedDetail, SessionStateDetail, TokenRequest, VitrineSessionElement } from '../session-element.ts';
import type { VitrineSurfaceElement } from '../surface-element.ts';
`;

/** Properties, attributes and events of each tag, in the spelling that each framework listens by. */
export function tagsText() {
  const interfaceOf = (/** @type {DescribedElement} */ { className, members, events }) => {
    const name = className.replace(/Element$/, '');
    const line = (/** @type {string} */ key, /** @type {string} */ type, /** @type {string} */ words) =>
      `  /** ${words} */\n  readonly ${/^\w+$/.test(key) ? key : `'${key}'`}?: ${type.includes('undefined') ? type : `${type} | undefined`};\n`;
    const own = members.flatMap(({ name: key, attribute, type, description }) => [
      line(key, type, description),
      ...(attribute !== undefined && attribute !== key ? [line(attribute, 'number | string', description)] : []),
    ]);
    const heard = events.map(
      ({ name: key, type, description }) => `  /** ${description} */\n  readonly '${key}': CustomEvent<${type}>;\n`,
    );
    return `export interface ${name}Members {\n${own.join('')}}\n\nexport interface ${name}Events {\n${heard.join('')}}\n`;
  };
  return `// Written by scripts/element-manifest.mjs from the description of the elements. What each tag takes, and what it tells.

${IMPORTS}
${ELEMENTS.map(interfaceOf).join('\n')}
/** Handlers by the name of the event, behind what a framework writes before it. */
export type Handlers<E, Before extends string> = {
  readonly [K in keyof E & string as \`\${Before}\${K}\`]?: ((event: E[K]) => void) | undefined;
};

/** As Vue names them: what a template writes as \`@vitrine-state\` is the property \`onVitrineState\`. */
export type CamelHandlers<E> = {
  readonly [K in keyof E & string as \`on\${Camel<K>}\`]?: ((event: E[K]) => void) | undefined;
};

type Camel<Name extends string> = Name extends \`\${infer First}-\${infer Rest}\`
  ? \`\${Capitalize<First>}\${Camel<Rest>}\`
  : Capitalize<Name>;

/** Those of every element, where a framework's own types are not at hand. */
export interface PlainAttributes {
  readonly id?: string | undefined;
  readonly class?: unknown;
  readonly style?: unknown;
  readonly key?: string | number | undefined;
  readonly ref?: unknown;
  readonly slot?: string | undefined;
  readonly lang?: string | undefined;
  readonly dir?: string | undefined;
  readonly hidden?: boolean | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
${ELEMENTS.map(({ tag, className }) => `    '${tag}': ${className};\n`).join('')}  }
}
`;
}

/**
 * @typedef {object} Framework
 * @property {string} module whose types are extended
 * @property {(tags: string) => string} body
 * @property {(name: string) => string} tag the type of one tag
 */

/** @type {Readonly<Record<string, Framework>>} */
export const FRAMEWORKS = {
  react: {
    module: 'react',
    tag: (name) =>
      `React.DetailedHTMLProps<React.HTMLAttributes<HTMLElement>, HTMLElement> & ${name}Members & Handlers<${name}Events, 'on'>`,
    body: (tags) => `  namespace JSX {\n    interface IntrinsicElements {\n${tags}    }\n  }\n`,
  },
  preact: {
    module: 'preact',
    tag: (name) => `PlainAttributes & ${name}Members & Handlers<${name}Events, 'on'>`,
    body: (tags) => `  namespace JSX {\n    interface IntrinsicElements {\n${tags}    }\n  }\n`,
  },
  solid: {
    // `solid-js` only hands these types on, and what is handed on cannot be added to.
    module: 'solid-js/jsx-runtime',
    tag: (name) => `JSX.HTMLAttributes<HTMLElement> & ${name}Members & Handlers<${name}Events, 'on:'>`,
    body: (tags) => `  namespace JSX {\n    interface IntrinsicElements {\n${tags}    }\n  }\n`,
  },
  vue: {
    module: 'vue',
    tag: (name) => `new () => { readonly $props: PlainAttributes & ${name}Members & CamelHandlers<${name}Events> }`,
    body: (tags) => `  interface GlobalComponents {\n${tags}  }\n`,
  },
  svelte: {
    module: 'svelte/elements',
    tag: (name) => `HTMLAttributes<HTMLElement> & ${name}Members & Handlers<${name}Events, 'on'>`,
    body: (tags) => `  interface SvelteHTMLElements {\n${tags}  }\n`,
  },
};

/** @param {string} name of the framework */
export function frameworkText(name) {
  const { module, tag, body } = /** @type {Framework} */ (FRAMEWORKS[name]);
  const names = ELEMENTS.map(({ className }) => className.replace(/Element$/, ''));
  const tags = ELEMENTS.map((element, i) => `      '${element.tag}': ${tag(names[i] ?? '')};\n`).join('');
  const used = ['CamelHandlers', 'Handlers', 'PlainAttributes'].filter((one) => new RegExp(`\\b${one}\\b`).test(tags));
  const imported = [...used, ...names.flatMap((one) => [`${one}Events`, `${one}Members`]).sort()];
  return `// Written by scripts/element-manifest.mjs from the description of the elements. The tags in templates of ${name}:
// import '@vitrine/embed/tags/${name}' once.

import type { ${imported.join(', ')} } from '@vitrine/embed/tags';

declare module '${module}' {
${body(tags)}}
`;
}

/** By path from ROOT. */
export function generatedFiles() {
  return new Map([
    ['packages/embed/src/custom-elements.json', manifestText()],
    ['packages/embed/src/tags/members.ts', tagsText()],
    ...Object.keys(FRAMEWORKS).map(
      (name) => /** @type {const} */ ([`packages/embed/src/tags/${name}.d.ts`, frameworkText(name)]),
    ),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of generatedFiles()) writeFileSync(join(ROOT, path), text);
