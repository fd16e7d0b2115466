// What a model is told about answering with an interface, in each version of A2UI.

import type { Catalog } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import type { DialectId } from '@vitrine/dialects';

export type PromptDialect = Extract<DialectId, 'a2ui-0.8' | 'a2ui-0.9' | 'a2ui-1.0'>;

/** `tag`: what the block is set between; the streaming parser looks for the same. */
export function writeInstructions(dialect: PromptDialect, catalog: Catalog, tag: string): string {
  const hasFunctions = catalog.functions.size > 0;
  const rules = dialect === 'a2ui-0.8' ? RULES_08 : flatRules(hasFunctions);
  const own = catalog.instructions === undefined ? [] : [`\n${catalog.instructions}`];
  return [
    '## How to answer',
    '',
    'Say what you have to say as plain text. Where an interface serves the person better than words, add one block:',
    '',
    `<${tag}>`,
    '[ …messages… ]',
    `</${tag}>`,
    '',
    `The block holds one JSON list of A2UI messages and nothing else: no code fence, no comment, no trailing comma.`,
    'To change what is shown, send only what changes, to the same surfaceId. What the person does comes back to you as a message.',
    '',
    '## Messages',
    '',
    ...messagesOf(dialect, catalog.id).map((line) => `- ${line}`),
    '',
    '## Rules',
    '',
    ...[...COMMON, ...rules].map((line) => `- ${line}`),
    ...own,
  ].join('\n');
}

const COMMON = [
  'Use only the components, properties and functions listed here, spelled exactly so. "!" marks what is required, "=" what holds when it is left out, "*" where a path or a call may stand in place of the value.',
  'Components are a flat list. A parent names its children by id; a component never stands inside another.',
  'Ids are unique on a surface. No component contains itself.',
  'A component that is sent again replaces the former one whole: repeat the properties that stay.',
  'Inputs write what the person enters to the path that their value is bound to. Give such paths a first value in the data.',
];

/** A surface of 0.8 is of the standard catalog until it is said to be of another: components are judged when they come. */
export function namesCatalogFirst(dialect: PromptDialect, catalog: string): boolean {
  return dialect === 'a2ui-0.8' && catalog !== basic08.id;
}

function messagesOf(dialect: PromptDialect, catalog: string): readonly string[] {
  const isOwn = namesCatalogFirst(dialect, catalog);
  if (dialect === 'a2ui-0.8')
    return [
      ...(isOwn
        ? [
            `{"beginRendering": {"surfaceId": ID, "root": ID of the top component, "catalogId": "${catalog}"}} opens a surface; send it first.`,
          ]
        : []),
      '{"surfaceUpdate": {"surfaceId": ID, "components": [{"id": ID, "component": {TYPE: {…properties}}}, …]}} adds or replaces components.',
      '{"dataModelUpdate": {"surfaceId": ID, "path"?: "/…", "contents": [{"key": KEY, "valueString"|"valueNumber"|"valueBoolean": …} or {"key": KEY, "valueMap": […]}]}} writes data.',
      ...(isOwn
        ? []
        : [
            '{"beginRendering": {"surfaceId": ID, "root": ID of the top component}} shows the surface; send it when its components are there.',
          ]),
      '{"deleteSurface": {"surfaceId": ID}} takes it away.',
    ];
  const version = dialect === 'a2ui-0.9' ? 'v0.9' : 'v1.0';
  const removal = dialect === 'a2ui-0.9' ? 'without "value" it removes what is there' : 'null removes what is there';
  return [
    `{"version": "${version}", "createSurface": {"surfaceId": ID, "catalogId": "${catalog}"}} opens a surface, once.`,
    `{"version": "${version}", "updateComponents": {"surfaceId": ID, "components": [{"id": ID, "component": TYPE, …properties}, …]}} adds or replaces components.`,
    `{"version": "${version}", "updateDataModel": {"surfaceId": ID, "path": "/…", "value": …}} writes data; ${removal}. "/" is all of it.`,
    `{"version": "${version}", "deleteSurface": {"surfaceId": ID}} takes it away.`,
  ];
}

const RULES_08 = [
  'A value marked "*" is {"literalString"|"literalNumber"|"literalBoolean"|"literalArray": …} or {"path": "/…"}; a list of objects or numbers stands as it is, or is {"path": "/…"}.',
  'Children are {"explicitList": [ID, …]}, or {"template": {"componentId": ID, "dataBinding": "/…"}} for one component per item of a list.',
  'An action is {"name": NAME, "context": [{"key": KEY, "value": {"path": …} or {"literalString": …}}, …]}.',
  'A component may have "weight" beside its "id": a number, its share of a row or column.',
];

function flatRules(hasFunctions: boolean): readonly string[] {
  const call = hasFunctions ? ' or {"call": FUNCTION, "args": {…}}' : '';
  return [
    'One component has the id "root": it is the top.',
    `A value marked "*" is a literal, {"path": "/…"}${call}.`,
    'Children are [ID, …], or {"componentId": ID, "path": "/…"} for one component per item of a list; inside it a path without a leading slash begins at the item.',
    'An action is {"event": {"name": NAME, "context": {KEY: value*, …}}}, which you receive' +
      (hasFunctions ? ', or {"functionCall": {"call": FUNCTION, "args": {…}}}, which runs at once.' : '.'),
    ...(hasFunctions
      ? ['A check is {"condition": {"path": "/…"} or {"call": FUNCTION, "args": {…}}, "message": TEXT}.']
      : []),
    'Every component may have "weight" (a number: its share of a row or column) and "accessibility" {"label": text*, "description": text*} too.',
  ];
}
