// What user.respond means: the answer to a question; or, with the id of a component, a form that is sent and a card whose
// action is pressed. On a surface of another catalog it is the button of that surface, with what was entered beside it as
// the viewer's copy of the data, which admission judges like any other.

import { fieldTypes, PRESS_EVENT, readCard, submitted } from '@vitrine/core/catalogs/agentchains';
import {
  type AskOp,
  defined,
  type Findings,
  formatPointer,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  numberIn,
  own,
  quote,
  type Segments,
  type Surface,
  type View,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { at } from './fields.ts';
import { type InventoryButton, takeInventory } from './inventory.ts';
import type { InventoryField } from './inventory-fields.ts';
import { ownType, submitOf, surfaceOf } from './picture.ts';

/** The events of a response. Where nothing is known under the id it is an answer, which the host refuses with its reason. */
export function readResponse(id: string, value: Json, view: View, findings: Findings): readonly ViewerEvent[] {
  const ask = view.asks.get(id);
  if (ask !== undefined) return readAnswer(ask, value, findings);
  const surface = surfaceOf(id, view);
  if (surface === undefined) return [{ event: 'answer', ask: id, value }];
  return at('value', findings, () => onSurface(surface, id, value, view, findings)) ?? [];
}

function readAnswer(ask: AskOp, value: Json, findings: Findings): readonly ViewerEvent[] {
  if (ask.want.kind !== 'confirm') return [{ event: 'answer', ask: ask.ask, value: answerOf(ask, value) }];
  at('request_id', findings, () =>
    findings.refuse('VITRINE_ASK_VALUE', `${quote(ask.ask)} is a confirmation: user.approve answers it.`),
  );
  return [];
}

/** Its first client sends numbers as texts; an option is chosen by the word that is shown. */
function answerOf({ want }: AskOp, value: Json): Json {
  if (want.kind === 'number') return numberIn(value);
  if (want.kind !== 'select') return value;
  const one = (word: Json): Json => {
    const option =
      want.options.find((candidate) => candidate.value === word) ??
      want.options.find((candidate) => candidate.label === word);
    return option?.value ?? word;
  };
  return isArray(value) ? value.map(one) : one(value);
}

function onSurface(
  surface: Surface,
  id: string,
  value: Json,
  view: View,
  findings: Findings,
): readonly ViewerEvent[] | undefined {
  switch (ownType(surface)) {
    case 'form':
      return readSubmit(surface, value, findings);
    case 'card':
      return readPress(surface, value, findings);
    case undefined:
      return onForeign(surface, id, value, view, findings);
    default:
      return findings.refuse('VITRINE_ACTION_INVALID', `The component ${quote(id)} sends nothing.`);
  }
}

function readSubmit(surface: Surface, value: Json, findings: Findings): readonly ViewerEvent[] | undefined {
  if (!isObject(value)) return findings.refuse('VITRINE_MESSAGE_SHAPE', 'A form is sent as an object of its values.');
  const types = fieldTypes(surface);
  const entered = Object.entries(value).map(([name, entry]) => [
    name,
    types.get(name) === 'number' ? numberIn(entry) : entry,
  ]);
  const event = { event: 'action', surface: surface.id, source: surface.root, checked: false } as const;
  return submitted(event, Object.fromEntries(entered), surface);
}

/** By its name, by its label, or as an object that says one of them. */
function readPress(surface: Surface, value: Json, findings: Findings): readonly ViewerEvent[] | undefined {
  const card = readCard(surface.data.get('/data'));
  const actions = card.actions.filter(({ link }) => link === undefined);
  const named = nameIn(value, 'action');
  const found =
    actions.find(({ action, label }) => action === named && isSaid(value, label)) ??
    actions.find(({ action }) => action === named) ??
    actions.find(({ label }) => label === (named ?? nameIn(value, 'label')));
  if (found === undefined) return findings.refuse('VITRINE_ACTION_INVALID', 'The card has no such action.');
  const scope = formatPointer(['data', 'actions', String(found.index)]);
  const event = { event: 'action', surface: surface.id, source: surface.root, name: PRESS_EVENT } as const;
  return [{ ...event, scope, context: {}, checked: false }];
}

function nameIn(value: Json, member: string): string | undefined {
  if (typeof value === 'string') return value;
  const name = isObject(value) ? own(value, member) : undefined;
  return typeof name === 'string' ? name : undefined;
}

function isSaid(value: Json, label: string): boolean {
  return isObject(value) && own(value, 'label') === label;
}

function onForeign(
  surface: Surface,
  id: string,
  value: Json,
  view: View,
  findings: Findings,
): readonly ViewerEvent[] | undefined {
  const found = takeInventory(surface, view);
  const submit = submitOf(found);
  const isForm = submit !== undefined && id === surface.id;
  if (isForm && isObject(value)) return [synced(surface.id, found.fields, value), pressed(surface.id, submit)];
  if (isForm) return findings.refuse('VITRINE_MESSAGE_SHAPE', 'A form is sent as an object of its values.');
  const key = nameIn(value, 'action');
  const button =
    found.buttons.find((one) => one.key === key) ??
    found.buttons.find(({ label }) => label === (key ?? nameIn(value, 'label')));
  if (button?.event === undefined)
    return findings.refuse('VITRINE_ACTION_INVALID', 'The component has no such action.');
  return [pressed(surface.id, button)];
}

/** What the button tells is left to the host, which has the same data. */
function pressed(surface: string, { source, scope, event = '' }: InventoryButton): ViewerEvent {
  const at = defined({ scope });
  return { event: 'action', surface, source, ...at, name: event, context: {}, checked: false };
}

function synced(surface: string, fields: readonly InventoryField[], value: JsonObject): ViewerEvent {
  const copy: { [key: string]: Json } = {};
  for (const field of fields) {
    const entered = enteredIn(field, value);
    if (entered !== undefined) place(copy, field.path, entered);
  }
  return { event: 'sync', surfaces: { [surface]: copy } };
}

function enteredIn({ name, entered, options }: InventoryField, value: JsonObject): Json | undefined {
  if (entered === 'choices') {
    const chosen = options.filter((_, i) => own(value, `${name}#${i}`) === true);
    const isTold = options.some((_, i) => own(value, `${name}#${i}`) !== undefined);
    return isTold ? chosen.map((option) => option.value) : undefined;
  }
  const entry = own(value, name);
  if (entry === undefined || entry === null) return undefined;
  const meant = options.find(({ word }) => word === entry)?.value ?? entry;
  switch (entered) {
    case 'list':
      return meant === '' ? [] : [meant];
    case 'number':
      return numberIn(meant);
    case 'text':
      return typeof meant === 'number' ? String(meant) : meant;
    default:
      return meant;
  }
}

/** Objects all the way: only the places that inputs write are read from the copy. */
function place(copy: { [key: string]: Json }, path: Segments, value: Json): void {
  let here = copy;
  for (const [i, key] of path.entries()) {
    if (i === path.length - 1) here[key] = value;
    else {
      const inner = Object.hasOwn(here, key) && isObject(here[key]) ? (here[key] as { [key: string]: Json }) : {};
      here[key] = inner;
      here = inner;
    }
  }
}
