// resolve_nodes: the resolved tree while data and components change: what each node shows, which ones emit, keep their
// identity, go, and what an action sends.

import {
  type Catalog,
  Catalogs,
  type Issue,
  isArray,
  type Json,
  type JsonObject,
  Place,
  Tree,
  type TreeNode,
} from '@vitrine/core/internal';
import { expect } from 'vitest';
import { type Case, readData } from '../cases.ts';
import { catalogAt } from '../catalogs.ts';
import { compareSubset } from '../match.ts';
import { Mirror } from '../mirror.ts';
import { Session } from '../session.ts';

interface Expected {
  readonly nodes: { readonly [path: string]: JsonObject };
  readonly data?: { readonly [path: string]: Json };
  readonly emissions?: JsonObject;
  readonly destroyed?: JsonObject;
  readonly same_nodes?: readonly string[];
  readonly replaced_nodes?: readonly string[];
  readonly events?: readonly JsonObject[];
  readonly functions?: readonly JsonObject[];
}

interface NodeStep {
  readonly op: 'write' | 'set_data' | 'update_components' | 'remove_component' | 'invoke' | 'dispose';
  readonly node?: string;
  readonly property?: string;
  readonly path?: string;
  readonly value?: Json;
  readonly components?: Json;
  readonly component_id?: string;
  readonly expect: Expected;
}

const VERSION = 'v0.9.1';

export function resolveNodes(testCase: Case): void {
  const stage = new Stage(testCase);
  stage.compareNodes((testCase.expect as unknown as Expected).nodes);
  for (const step of testCase.steps as unknown as readonly NodeStep[]) stage.run(step);
}

/** The fixture of a case on its surface, with a mirror before it. */
class Stage {
  readonly #session: Session;
  readonly #mirror: Mirror;
  readonly #called: { name: string; args: Json }[] = [];
  readonly #events: JsonObject[] = [];

  constructor(testCase: Case) {
    const fixture = readData(testCase.fixture as string) as JsonObject;
    const catalog = this.#observed(catalogAt(fixture.catalog as string));
    this.#session = new Session(testCase, new Catalogs([catalog]));
    this.#send({ createSurface: { surfaceId: 's', catalogId: catalog.id } });
    this.#send({ updateDataModel: { surfaceId: 's', value: fixture.data as Json } });
    if (isArray(fixture.components) && fixture.components.length > 0) this.#put(fixture.components);
    this.#mirror = new Mirror(new Tree(this.#surface, this.#session.fold));
  }

  run(step: NodeStep): void {
    const { expect: expected } = step;
    const before = this.#mirror.nodes;
    this.#called.length = 0;
    this.#events.length = 0;
    const { emissions, destroyed } = this.#mirror.step(() => this.#act(step));
    this.compareNodes(expected.nodes);
    const after = this.#mirror.nodes;
    const same = (path: string) => after.get(path) !== undefined && after.get(path) === before.get(path);
    expect(emissions, 'emissions').toEqual(expected.emissions ?? {});
    expect(destroyed, 'destroyed').toEqual(expected.destroyed ?? {});
    expect(
      (expected.same_nodes ?? []).filter((path) => !same(path)),
      'should be the same',
    ).toEqual([]);
    expect((expected.replaced_nodes ?? []).filter(same), 'should be replaced').toEqual([]);
    expect(this.#events, 'events').toEqual(expected.events ?? []);
    expect(this.#called, 'functions').toEqual(expected.functions ?? []);
    for (const [path, value] of Object.entries(expected.data ?? {}))
      expect(this.#surface.data.get(path)).toEqual(value);
  }

  /** The paths are all there are; of a node only what is named is compared. */
  compareNodes(wanted: Expected['nodes']): void {
    const { nodes } = this.#mirror;
    expect([...nodes.keys()].sort(), 'nodes').toEqual(Object.keys(wanted).sort());
    for (const [path, node] of nodes) compareSubset(describeNode(node), wanted[path] as JsonObject, path);
  }

  #act(step: NodeStep): void {
    const { op, property = '', value = null, path = '/' } = step;
    const node = this.#mirror.nodes.get(step.node ?? '');
    switch (op) {
      case 'write':
        return expectNone(node?.write(property, value));
      case 'set_data':
        return this.#send({ updateDataModel: { surfaceId: 's', path, value } });
      case 'update_components':
        return this.#put(step.components as Json);
      case 'remove_component':
        return this.#surface.remove(step.component_id ?? '');
      case 'invoke':
        return this.#invoke(node as TreeNode, property);
      case 'dispose':
        return this.#mirror.dispose();
    }
  }

  #invoke(node: TreeNode, property: string): void {
    const dispatched = node.invoke(property);
    expect(dispatched?.issues).toEqual([]);
    if (dispatched?.kind !== 'event') return;
    this.#events.push({ name: dispatched.name, source_component_id: node.id, context: dispatched.context });
  }

  get #surface() {
    const surface = this.#session.surface('s');
    if (surface === undefined) throw new Error('the fixture was refused');
    return surface;
  }

  #put(components: Json): void {
    this.#send({ updateComponents: { surfaceId: 's', components } });
  }

  #send(message: JsonObject): void {
    for (const { issues } of this.#session.send({ version: VERSION, ...message })) expect(issues).toEqual([]);
  }

  /** The catalog with its functions listened to. */
  #observed(catalog: Catalog): Catalog {
    const functions = [...catalog.functions].map(([name, declaration]) => {
      const { run } = declaration;
      if (run === undefined) return [name, declaration] as const;
      const listened: typeof run = (args, scope) => {
        this.#called.push({ name, args: args as JsonObject });
        return run(args, scope);
      };
      return [name, { ...declaration, run: listened }] as const;
    });
    return { ...catalog, functions: new Map(functions) };
  }
}

function expectNone(problem: Issue | undefined): void {
  expect(problem).toBeUndefined();
}

function describeNode(node: TreeNode): JsonObject {
  const props = node.names.map((name) => [name, describeProp(node, name)]);
  return {
    component_id: node.id,
    ...(node.type === undefined ? {} : { type: node.type }),
    state: node.state,
    data_path: node.dataPath,
    props: Object.fromEntries(props),
  };
}

function describeProp(node: TreeNode, name: string): Json {
  const kind = node.declaration?.props[name]?.kind;
  if (kind === 'action') return { action: true };
  const value = node.get(name);
  if (value instanceof Place) return { node: value.path };
  if (kind === 'children') return (value as readonly Place[]).map((place) => ({ node: place.path }));
  return { value: (value ?? null) as Json, writable: node.isWritable(name) };
}
