// What is sent in place of a call that the reader cannot make: its value as it is now, sent again when it changes; inside
// a template a member of each item that holds the value for that item.

import {
  type CallBinding,
  type ComponentId,
  isCallBinding,
  type Json,
  type PathBinding,
  quote,
} from '@vitrine/core/internal';
import { derivedKey } from './derived.ts';
import { wholePath } from './heading.ts';
import type { Notes, Pass } from './pass.ts';
import { dependenceOf, evaluateNow } from './present.ts';
import type { Stand } from './writing.ts';

export interface LoweringPlace {
  /** The component as the surface has it, and the part of it that is being written. */
  readonly component: ComponentId;
  readonly part: ComponentId;
  readonly notes: Notes;
  lose(what: string): void;
}

/** `bindable`: a path may stand there. */
export function standIn(
  binding: PathBinding | CallBinding,
  name: string,
  bindable: boolean,
  place: LoweringPlace,
  pass: Pass,
): Stand {
  if (isCallBinding(binding)) return standInForCall(binding, name, bindable, place, pass);
  place.notes.reading = true;
  place.lose(`the path ${quote(binding.path)} is sent as its present value`);
  return { value: evaluateNow(binding, pass.surface, pass.env) };
}

function standInForCall(call: CallBinding, name: string, bindable: boolean, place: LoweringPlace, pass: Pass): Stand {
  const { surface, env, target, losses } = pass;
  const { component, part, notes, lose } = place;
  const path = bindable && call.call === 'formatString' ? wholePath(call.args?.value as Json | undefined) : undefined;
  if (path !== undefined) return { path };
  const dependence = dependenceOf(call, surface, env);
  const now = (): Stand => ({ value: evaluateNow(call, surface, env) });
  if (dependence.item) notes.standing = true;
  if (!dependence.item || !pass.placement.isRepeated(component)) {
    notes.reading ||= dependence.root || dependence.item;
    lose(`the call ${quote(call.call)} is sent as its present value`);
    return now();
  }
  if (!bindable) {
    notes.reading = true;
    lose(`the call ${quote(call.call)} depends on the item of a template and is sent without it`);
    return now();
  }
  const key = derivedKey(part, name);
  lose(`the call ${quote(call.call)} is sent as its present value for each item`);
  losses.tell('derived values are kept beside the data of each item', surface.id);
  if (surface.sync && target.syncs) losses.tell('derived values travel back with the data model', surface.id);
  notes.derivations.push({ component, key, binding: call, itemOnly: !dependence.root && !dependence.position });
  return { path: key };
}
