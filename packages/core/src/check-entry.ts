// The judge at the door of a fold: what is asked of each part of an entry before it is applied. An entry that is replayed
// was judged by catalogs when it was accepted; of it only ids, numbers and free JSON are looked at again.

import type { Catalog } from './catalog.ts';
import { plainWire } from './catalogs/wire.ts';
import { checkComponents, checkContext, checkTheme } from './check.ts';
import { checkArguments } from './check-binding.ts';
import type { CheckContext } from './check-context.ts';
import type { CallOp, Component, NewEntry, Op, OpenOp, RevealOp, SetOp, SurfaceId, ViewerEvent } from './entry.ts';
import type { Findings } from './findings.ts';
import { standsFor } from './ids.ts';
import { idProblem, inspect, textProblem } from './inspect.ts';
import { type Issue, issue, quote } from './issue.ts';
import type { Json } from './json.ts';
import type { JudgedAhead } from './judge-ahead.ts';
import type { Limits } from './limits.ts';
import type { OpenItems } from './open-items.ts';
import type { Catalogs } from './registry.ts';
import type { Judge, KeptOp, OpenState } from './replica.ts';
import { resolveCatalog, type Surface } from './surface.ts';
import { untrustedProblem } from './untrusted-op.ts';

/** Levels of an op above the values that have limits of their own. */
const OP_DEPTH = 4;

export class EntryCheck implements Judge {
  /** The findings of the entry that is judged now; other findings belong to one that is replayed. */
  readonly context: CheckContext;
  readonly strict: boolean;
  /** What was judged of the entry before its turn. */
  ahead: JudgedAhead | undefined;
  readonly #limits: Limits;
  readonly #catalogs: Catalogs;

  constructor(limits: Limits, strict: boolean, catalogs: Catalogs) {
    this.context = checkContext(limits, strict, NO_SURFACE);
    this.strict = strict;
    this.#limits = limits;
    this.#catalogs = catalogs;
  }

  /** Entries of our own readers are what their types say. */
  isBody(_entry: NewEntry): boolean {
    return true;
  }

  isShaped(_part: Op | ViewerEvent, _found: Findings): boolean {
    return true;
  }

  mayBeUntrusted(op: Op, surfaces: Iterable<Surface>, found: Findings): boolean {
    const problem = found === this.context ? untrustedProblem(op, { catalogs: this.#catalogs, surfaces }) : undefined;
    return problem === undefined || refuse(problem, found);
  }

  mayOpen(op: OpenOp, state: OpenState, found: Findings): boolean {
    const context = this.#judging(found);
    const bad =
      idProblem(op.surface, this.#limits, '/surfaceId') ??
      this.#rootProblem(op.root) ??
      this.#roomProblem(state.surfaces) ??
      (context === undefined ? undefined : reservedProblem(op.surface, state));
    if (bad !== undefined) return refuse(bad, found);
    if (context === undefined) {
      // Judged when it was accepted.
    } else if (op.catalog !== undefined) {
      const catalog = resolveCatalog(op.catalog, op.protocol, this.#catalogs);
      if ('code' in catalog) return refuse({ ...catalog, at: '/catalogId' }, found);
      if (op.theme !== undefined) checkTheme(op.theme, catalog, op.surface, context);
    } else if (op.theme !== undefined) this.#storable(op.theme, '/theme', found);
    if (op.place !== undefined) this.#storable(op.place, '/place', found);
    if (op.ext !== undefined) this.#storable(op.ext, '/metadata', found);
    return true;
  }

  mayReveal(op: RevealOp, surface: Surface, found: Findings): boolean {
    const bad = this.#rootProblem(op.root);
    if (bad !== undefined) return refuse(bad, found);
    const context = this.#judging(found);
    if (context === undefined) return true;
    const id = op.catalog ?? surface.catalog;
    const catalog = id === undefined ? undefined : resolveCatalog(id, surface.protocol, this.#catalogs);
    if (catalog !== undefined && 'code' in catalog) return refuse({ ...catalog, at: '/catalogId' }, found);
    if (op.theme !== undefined) {
      if (catalog !== undefined) checkTheme(op.theme, catalog, op.surface, context);
      else this.#storable(op.theme, '/theme', found);
    }
    if (catalog !== undefined && id !== surface.catalog) checkMoved(surface, catalog, context);
    return !context.refused;
  }

  mayKeep(op: KeptOp, id: string, items: Pick<OpenItems<KeptOp>, 'has' | 'size'>, found: Findings): boolean {
    const bad = idProblem(id, this.#limits, '');
    if (bad !== undefined) return refuse(bad, found);
    if (!items.has(id) && items.size >= this.#limits.openItems) {
      const message = `There are ${items.size} of the kind ${op.op} open; that is the limit.`;
      return refuse(issue('VITRINE_LIMIT_ENTRIES', 'error', message, ''), found);
    }
    if (!this.#storable(op as object as Json, '', found)) return false;
    const context = this.#judging(found);
    if (context !== undefined && op.op === 'call') checkAgentCall(op, this.#catalogs, context);
    return !found.refused;
  }

  judgeComponents(components: readonly Component[], surface: Surface, found: Findings): void {
    const context = this.#judging(found);
    if (context === undefined) return;
    context.catalogFor = (id) => surface.catalogFor(id);
    checkComponents(components, surface, context, this.ahead?.of(components, context.catalogFor));
    context.catalogFor = NO_SURFACE;
  }

  /** The log keeps what an entry holds, also where the state has no use for it. */
  noteUnused(op: OpenOp | SetOp, found: Findings): void {
    const context = this.#judging(found);
    const fits = context?.storable(op as object as Json, this.#limits.dataDepth + OP_DEPTH) ?? false;
    if (op.op === 'set' || op.implicit === true) return;
    const catalog = op.catalog === undefined ? undefined : resolveCatalog(op.catalog, op.protocol, this.#catalogs);
    if (fits && op.theme !== undefined && context !== undefined && catalog !== undefined && !('code' in catalog))
      checkTheme(op.theme, catalog, op.surface, context);
    const message = `Surface ${quote(op.surface)} already exists; it stands as it was.`;
    found.add(issue('VITRINE_SURFACE_EXISTS', found.strict ? 'error' : 'warning', message, '/surfaceId'));
  }

  noteClosed(id: SurfaceId, found: Findings): void {
    const message = `There is no surface ${quote(id)} to close.`;
    const unknown = issue('VITRINE_SURFACE_UNKNOWN', 'warning', message, '/surfaceId');
    found.add(textProblem(id, this.#limits, '/surfaceId') ?? unknown);
  }

  #judging(found: Findings): CheckContext | undefined {
    return found === this.context ? this.context : undefined;
  }

  #rootProblem(root: string | undefined): Issue | undefined {
    return root === undefined ? undefined : idProblem(root, this.#limits, '/root');
  }

  #roomProblem(open: number): Issue | undefined {
    if (open < this.#limits.surfaces) return undefined;
    const message = `There are ${open} surfaces open; that is the limit.`;
    return issue('VITRINE_LIMIT_SURFACES', 'error', message, '/surfaceId');
  }

  #storable(value: Json, at: string, found: Findings): boolean {
    const problem = inspect(value, { limits: this.#limits, depth: this.#limits.propDepth, count: 0 }, at);
    return problem === undefined || refuse(problem, found);
  }
}

const NO_SURFACE = (): Issue => issue('VITRINE_CATALOG_MISSING', 'error', 'No surface is being judged.');

/** What is pressed there would be an answer to what the host shows under this id. */
function reservedProblem(surface: SurfaceId, { asks, tasks }: OpenState): Issue | undefined {
  const what = standsFor(surface);
  if (what === undefined || !('ask' in what ? asks.has(what.ask) : tasks.has(what.task))) return undefined;
  const message = `Under the id ${quote(surface)} the host shows what is open now.`;
  return issue('VITRINE_SURFACE_RESERVED', 'error', message, '/surfaceId');
}

function refuse(problem: Issue, found: Findings): false {
  found.add(problem);
  return false;
}

/** Components that came before the surface's catalog was named are judged by it now. */
function checkMoved(surface: Surface, catalog: Catalog, context: CheckContext): void {
  const trial = context.trial();
  trial.catalogFor = (id) => (id === undefined ? catalog : surface.catalogFor(id));
  checkComponents(surface.components(), surface, trial);
  for (const problem of trial.all()) context.add({ ...problem, at: '/catalogId' });
}

/**
 * The check at the door for a function that an agent calls: its arguments, where the catalog is known. A viewer may
 * know catalogs that are not known here, and answers for those itself; only a strict reader wants to know all of them.
 */
function checkAgentCall({ name, catalog: id, args }: CallOp, catalogs: Catalogs, context: CheckContext): void {
  const catalog = catalogs.get(id);
  const declaration = catalog?.functions.get(name);
  context.path.push('callFunction');
  if (catalog !== undefined && declaration !== undefined) {
    context.wire = plainWire(catalog.protocol);
    checkArguments(name, declaration, args, context);
  } else if (context.strict) {
    if (catalog === undefined) context.mend('VITRINE_CATALOG_UNKNOWN', `Catalog not found: ${quote(id)}.`);
    else context.mend('VITRINE_FUNCTION_UNKNOWN', `The catalog ${quote(id)} has no function ${quote(name)}.`);
  }
  context.path.pop();
}
