// The check at the door for what an op brings: components against their catalogs, theme, references, limits.
// It reads the surface and changes nothing; what it finds decides whether the fold applies the op.

import type { Catalog, ComponentDeclaration, Prop } from './catalog.ts';
import { bool, object, oneOf, text } from './catalog.ts';
import { plainWire } from './catalogs/wire.ts';
import { type CatalogLookup, CheckContext, type DeferredPart } from './check-context.ts';
import { checkProp, checkProps } from './check-prop.ts';
import { findCycle } from './cycle.ts';
import type { Component, ComponentId } from './entry.ts';
import { idProblem } from './inspect.ts';
import { quote } from './issue.ts';
import type { IssueCode } from './issue-codes.ts';
import type { JsonObject } from './json.ts';
import type { Limits } from './limits.ts';
import { referencesOf } from './references.ts';
import { type Steps, takeAll } from './steps.ts';
import type { Surface } from './surface.ts';

type References = ReadonlyMap<ComponentId, readonly ComponentId[]>;

const ACCESSIBILITY: Prop = object({
  label: text(),
  description: text(),
  live: oneOf(['off', 'polite', 'assertive']),
  hidden: bool(),
});

export function checkContext(limits: Limits, strict: boolean, catalogFor: CatalogLookup): CheckContext {
  return new CheckContext(limits, strict, catalogFor, checkProps);
}

/** Components of an op on the way: each judged by itself, by its catalogs alone. */
export class ComponentsCheck {
  readonly components: readonly Component[];
  readonly context: CheckContext;
  readonly references = new Map<ComponentId, readonly ComponentId[]>();
  hasNestingRules = false;
  readonly #deferred: DeferredPart[] = [];

  constructor(components: readonly Component[], context: CheckContext) {
    this.components = components;
    this.context = context;
  }

  /** Steps, where a component is worth more than one. */
  *check(index: number): Steps<void> {
    const { components, context, references } = this;
    context.deferred = this.#deferred;
    const component = components[index] as Component;
    context.path.push('components', index);
    if (references.has(component.id)) {
      context.mend(
        'VITRINE_COMPONENT_DUPLICATE',
        `The component id ${quote(component.id)} stands in this message twice; the last one counts.`,
      );
    }
    const declaration = checkComponent(component, context);
    if (declaration?.allowedParents !== undefined || declaration?.allowedChildren !== undefined)
      this.hasNestingRules = true;
    references.set(component.id, referencesOf(component, declaration));
    if (this.#deferred.length > 0) yield* context.deferredSteps();
    context.deferred = undefined;
    context.path.length -= 2;
  }
}

/** Judges components that are about to be put on a surface. `ahead`: what each of them was found to be before. */
export function checkComponents(
  components: readonly Component[],
  surface: Surface,
  context: CheckContext,
  ahead?: ComponentsCheck,
): void {
  const { limits } = context;
  if (surface.componentCount + components.length > limits.componentsPerSurface) {
    const added = new Set(components.map(({ id }) => id).filter((id) => surface.component(id) === undefined));
    if (surface.componentCount + added.size > limits.componentsPerSurface) {
      const message = `The surface would hold ${surface.componentCount + added.size} components; the limit is ${limits.componentsPerSurface}.`;
      return context.refuse('VITRINE_LIMIT_COMPONENTS', message);
    }
  }
  const { references, hasNestingRules } = ahead === undefined ? checkEach(components, context) : ahead;
  if (ahead !== undefined) context.addAll(ahead.context);
  if (!context.refused) checkCycles(components, references, surface, context);
  if ((surface.hasNestingRules || hasNestingRules) && !context.refused)
    checkNesting(components, references, surface, context);
}

function checkEach(components: readonly Component[], context: CheckContext): ComponentsCheck {
  const check = new ComponentsCheck(components, context);
  for (let i = 0; i < components.length; i++) takeAll(check.check(i));
  return check;
}

/** Says something about the last component of an id in the message, or about the message if it has none. */
function mendAt(
  id: ComponentId | undefined,
  components: readonly Component[],
  context: CheckContext,
  code: IssueCode,
  message: string,
): void {
  const index = components.findLastIndex((component) => component.id === id);
  if (index < 0) return context.mend(code, message);
  context.path.push('components', index);
  context.mend(code, message);
  context.path.length -= 2;
}

/** Judges one component and gives its declaration, if its catalog has one. */
function checkComponent(component: Component, context: CheckContext): ComponentDeclaration | undefined {
  const { id } = component;
  if (id === '') context.refuse('VITRINE_COMPONENT_SHAPE', 'A component needs an id that is not empty.');
  else {
    const problem = idProblem(id, context.limits, '');
    if (problem !== undefined) context.addHere(problem);
  }
  if (component.weight !== undefined && !Number.isFinite(component.weight)) {
    context.refuse('VITRINE_JSON_NUMBER', 'The weight is too large for a double.');
  }
  const catalog = context.catalogFor(component.catalog);
  context.wire = 'code' in catalog ? undefined : plainWire(catalog.protocol);
  if (component.a11y !== undefined) {
    context.path.push('accessibility');
    checkProp(context.wire?.common.accessibility ?? ACCESSIBILITY, component.a11y, context);
    context.path.pop();
  }
  if (component.wire !== undefined) context.storable(component.wire);
  if (component.ext !== undefined) {
    context.path.push('metadata');
    context.storable(component.ext);
    context.path.pop();
  }
  if ('code' in catalog) {
    context.addHere(catalog);
    return undefined;
  }
  const declaration = catalog.components.get(component.type);
  if (declaration === undefined) unknownComponent(component, catalog, context);
  else checkProps(declaration.props, declaration.open === true, component.props, context);
  return declaration;
}

function unknownComponent(component: Component, catalog: Catalog, context: CheckContext): void {
  context.path.push('component');
  if (context.storableName(component.type)) {
    context.mend(
      'VITRINE_COMPONENT_UNKNOWN',
      `The catalog ${quote(catalog.id)} has no component ${quote(component.type)}: it is not shown, a placeholder stands in its place.`,
    );
  }
  context.path.pop();
  checkProps({}, true, component.props, context);
}

function checkCycles(
  components: readonly Component[],
  references: References,
  surface: Surface,
  context: CheckContext,
): void {
  const cycle = findCycle(references, surface);
  if (cycle === undefined) return;
  const kind = cycle.length === 1 ? 'Self-reference' : 'Circular reference';
  const path = [...cycle, cycle[0] as string].slice(0, 8).map(quote).join(' → ');
  const arriving = cycle.find((id) => references.has(id));
  mendAt(
    arriving,
    components,
    context,
    'VITRINE_TREE_CYCLE',
    `${kind} detected: ${path}. Where it would repeat it is not shown, a placeholder stands in its place.`,
  );
}

/** allowedParents and allowedChildren, for every edge that the message touches. */
function checkNesting(
  components: readonly Component[],
  references: References,
  surface: Surface,
  context: CheckContext,
): void {
  const arriving = new Map(components.map((component) => [component.id, component]));
  const declarationOf = (component: Component): ComponentDeclaration | undefined => {
    const catalog = context.catalogFor(component.catalog);
    return 'code' in catalog ? undefined : catalog.components.get(component.type);
  };
  const find = (id: ComponentId): Component | undefined => arriving.get(id) ?? surface.component(id);
  const parents = [...arriving.values(), ...[...surface.components()].filter(({ id }) => !arriving.has(id))];
  for (const parent of parents) {
    const children = references.get(parent.id) ?? surface.peek(parent.id)?.references ?? [];
    for (const id of children) {
      const child = find(id);
      if (child === undefined || (!arriving.has(parent.id) && !arriving.has(id))) continue;
      const about = arriving.has(id) ? id : parent.id;
      for (const [code, message] of edgeProblems(parent, declarationOf(parent), child, declarationOf(child))) {
        mendAt(about, components, context, code, message);
      }
    }
  }
  const root = arriving.get(surface.root);
  const allowed = root === undefined ? undefined : declarationOf(root)?.allowedParents;
  if (root !== undefined && allowed !== undefined && !allowed.includes('Surface')) {
    const message = `${quote(root.id)} (${root.type}) may not be the root of a surface. Allowed parents: ${allowed.join(', ')}.`;
    mendAt(root.id, components, context, 'VITRINE_TREE_PARENT', message);
  }
}

function* edgeProblems(
  parent: Component,
  parentDeclaration: ComponentDeclaration | undefined,
  child: Component,
  childDeclaration: ComponentDeclaration | undefined,
): Iterable<readonly [IssueCode, string]> {
  const parents = childDeclaration?.allowedParents;
  if (parents !== undefined && !parents.includes(parent.type)) {
    const message = `${quote(child.id)} (${child.type}) may not stand under ${quote(parent.id)} (${parent.type}). Allowed parents: ${parents.join(', ')}.`;
    yield ['VITRINE_TREE_PARENT', message];
  }
  const children = parentDeclaration?.allowedChildren;
  if (children !== undefined && !children.includes(child.type)) {
    const message = `${quote(parent.id)} (${parent.type}) may not contain ${quote(child.id)} (${child.type}). Allowed children: ${children.join(', ')}.`;
    yield ['VITRINE_TREE_CHILD', message];
  }
}

export function checkTheme(theme: JsonObject, catalog: Catalog, surface: string, context: CheckContext): void {
  if (catalog.theme === undefined) {
    context.path.push('theme');
    context.storable(theme);
    context.path.pop();
    return;
  }
  const trial = context.trial();
  // What a theme holds besides its declared properties is data: nothing in it is evaluated.
  trial.literal = true;
  checkProp(catalog.theme, theme, trial);
  for (const problem of trial.issues ?? []) {
    const code = problem.code.startsWith('VITRINE_PROP') ? 'VITRINE_THEME_INVALID' : problem.code;
    context.add({
      ...problem,
      code,
      message: `In the theme of ${quote(surface)}: ${problem.message}`,
      at: `/theme${problem.at ?? ''}`,
    });
  }
}
