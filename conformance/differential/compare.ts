// Where two engines differ over one stream. Once they disagree on a message, or on what it left behind, their states mean
// nothing to each other, and the comparison ends; a tree is derived anew each time, so it is compared to the end.

import { escapeSegment, isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import type { Engine, SurfaceState, Verdict } from './engine.ts';

export interface Difference {
  /** `verdict`, `surfaces`, or the part of a surface's state. */
  readonly aspect: 'verdict' | 'surfaces' | keyof SurfaceState;
  /** Pointer into that part. */
  readonly at: string;
  readonly upstream: Json;
  readonly ours: Json;
  /** For a place in a tree: the property as it was sent. */
  readonly sent: Json;
  /** What upstream complained of while it made that tree. */
  readonly complaints: readonly string[];
  readonly message: JsonObject;
  readonly verdicts: { readonly upstream: Verdict; readonly ours: Verdict };
}

type Leaf = Pick<Difference, 'aspect' | 'at' | 'upstream' | 'ours' | 'sent' | 'complaints'>;

export function differencesOver(
  messages: readonly JsonObject[],
  upstream: Engine,
  ours: Engine,
): readonly Difference[] {
  const found: Difference[] = [];
  for (const message of messages) {
    const verdicts = { upstream: upstream.send(message), ours: ours.send(message) };
    const told = { upstream: verdicts.upstream.ok, ours: verdicts.ours.ok };
    const leaves: readonly Leaf[] =
      told.upstream === told.ours ? stateDifferences(upstream, ours) : [{ ...nowhere('verdict'), ...told }];
    found.push(...leaves.map((leaf) => ({ ...leaf, message, verdicts })));
    if (leaves.some(({ aspect }) => aspect !== 'tree')) break;
  }
  return found;
}

function stateDifferences(upstream: Engine, ours: Engine): readonly Leaf[] {
  const [theirs, own] = [upstream.state(), ours.state()];
  return [...new Set([...Object.keys(theirs), ...Object.keys(own)])].flatMap((id): readonly Leaf[] => {
    const [a, b] = [theirs[id], own[id]];
    if (a !== undefined && b !== undefined) return surfaceDifferences(a, b);
    return [{ ...nowhere('surfaces'), at: `/${id}`, upstream: a !== undefined, ours: b !== undefined }];
  });
}

/** The tree is looked at only where everything that it is made of is the same. */
function surfaceDifferences(theirs: SurfaceState, own: SurfaceState): readonly Leaf[] {
  const lasting = (['theme', 'sync', 'data', 'components'] as const).flatMap((aspect) => [
    ...leavesIn(theirs[aspect], own[aspect], nowhere(aspect)),
  ]);
  if (lasting.length > 0) return lasting;
  return [...leavesIn(theirs.tree, own.tree, { ...nowhere('tree'), complaints: theirs.complaints }, theirs.sent)];
}

type Place = Pick<Leaf, 'aspect' | 'at' | 'sent' | 'complaints'>;

function nowhere(aspect: Difference['aspect']): Place {
  return { aspect, at: '', sent: null, complaints: [] };
}

/** Absent and null are one here: both engines show nothing for either. */
function* leavesIn(theirs: Json | undefined, own: Json | undefined, place: Place, sent?: JsonObject): Iterable<Leaf> {
  const [upstream, ours] = [theirs ?? null, own ?? null];
  const stands = [standing(upstream), standing(ours)] as const;
  if (sent !== undefined && stands[0] !== stands[1]) yield { ...place, upstream: stands[0], ours: stands[1] };
  else if (isArray(upstream) && isArray(ours) && upstream.length === ours.length) {
    for (const [i, item] of upstream.entries()) yield* leavesIn(item, ours[i], below(place, i, upstream, sent), sent);
  } else if (isObject(upstream) && isObject(ours)) {
    for (const key of new Set([...Object.keys(upstream), ...Object.keys(ours)])) {
      yield* leavesIn(upstream[key], ours[key], below(place, key, upstream, sent), sent);
    }
  } else if (upstream !== ours) yield { ...place, upstream, ours };
}

/** The state of a node of a tree; null for anything else. */
function standing(value: Json): string | null {
  if (!isObject(value) || typeof value.id !== 'string') return null;
  return typeof value.state === 'string' ? value.state : 'resolved';
}

function below(place: Place, step: string | number, container: Json, sent: JsonObject | undefined): Place {
  const at = `${place.at}/${typeof step === 'number' ? step : escapeSegment(step)}`;
  if (sent === undefined || standing(container) === null) return { ...place, at };
  const component = sent[(container as JsonObject).id as string];
  return { ...place, at, sent: isObject(component) ? (component[step] ?? null) : null };
}
