// One place of the tree on the page: the whole bridge between engine and DOM. It watches its node, has a widget build what
// stands for it, and draws again when something it read has changed. Children are places of their own.

import {
  type Dispatched,
  defined,
  type Issue,
  issue,
  type Json,
  type Place,
  quote,
  type TreeNode,
  Watcher,
} from '@vitrine/core/page';
import { markAccessible } from './accessible.ts';
import { type Child, ChildList, type Parent } from './child-list.ts';
import { perDocument } from './dom.ts';
import { markPending } from './pending.ts';
import { drawMissing, failedElement, skeleton } from './placeholder.ts';
import { lazyFunctions, type Stage } from './stage.ts';
import type { Drawing, Ui, Widgets } from './widget.ts';

export class Drawn extends Watcher implements Child, Parent, Ui {
  readonly stage: Stage;
  readonly widgets: Widgets;
  readonly place: Place;
  readonly inline: boolean;
  /** What stands on the page for this place. */
  dom: ChildNode = undrawn();
  #node: TreeNode | undefined;
  #drawing: Drawing | undefined;
  #lists: ChildList | ChildList[] | undefined;
  /** Some definition of the component had words for assistive technology or a weight. */
  #marked = false;

  constructor(stage: Stage, widgets: Widgets, place: Place, inline: boolean) {
    super();
    this.stage = stage;
    this.widgets = widgets;
    this.place = place;
    this.inline = inline;
  }

  begin(): this {
    try {
      this.execute();
    } catch (error) {
      this.failed(error);
    }
    return this;
  }

  get node(): TreeNode {
    return this.#node as TreeNode;
  }

  fill(container: Element, places: Place | readonly Place[] | undefined, inline = this.inline): void {
    // What is left over is drawn in the next slice.
    if (!this.#listOf(container).update(places, this, inline)) this.schedule();
  }

  child(place: Place, inline: boolean): Child {
    return new Drawn(this.stage, this.widgets, place, inline).begin();
  }

  hasTime(): boolean {
    return this.stage.hasTime();
  }

  swap(dom: ChildNode): void {
    if (dom === this.dom) return;
    if (this.dom !== undrawn()) this.dom.replaceWith(dom);
    this.dom = dom;
  }

  enter(name: string, value: Json): Issue | undefined {
    const { node, stage } = this;
    const path = node.boundPath(name);
    if (path === undefined) return undefined;
    const problem = node.write(name, value);
    if (problem !== undefined) {
      stage.report({ ...problem, fault: 'viewer' });
      return problem;
    }
    const secret = node.declaration?.secretWhen;
    if (secret !== undefined && node.get(secret.prop) === secret.is) stage.keepSecret(path);
    stage.entered(path, value);
    return undefined;
  }

  invoke(name: string): void {
    const { node } = this;
    if (this.#isPartial()) return;
    const done = node.invoke(name);
    if (done?.kind === 'late') void lazyFunctions.fetch().then(() => this.invoke(name));
    else if (done !== undefined) this.dispatch(done, this.#scope);
  }

  dispatch(done: Dispatched, scope: string | undefined): void {
    const { node, stage } = this;
    if (this.#isPartial()) return;
    for (const problem of done.issues) stage.report(problem);
    if (done.kind === 'refused' || done.kind === 'late') return;
    if (done.kind === 'call') return void stage.act(done.effects);
    const source = stage.ownerOf(node.id);
    // Until it is answered, it is sent once.
    if (stage.isPending(source, scope)) return;
    stage.send({
      event: 'action',
      surface: stage.surface.id,
      source,
      ...defined({ scope }),
      name: done.name,
      context: done.context,
      ...defined({ message: done.message }),
      checked: false,
    });
  }

  markPending(control: HTMLElement, scope: string | undefined = this.#scope): void {
    const { stage, node } = this;
    const isPending = stage.pending.length > 0 && stage.isPending(stage.ownerOf(node.id), scope);
    markPending(control, !isPending ? undefined : stage.isOffline ? stage.words.willBeSent : '');
  }

  /** This and all that is drawn in it; what waits for its code, or failed, is not drawn. */
  each(run: (drawn: Drawn) => void): void {
    if (this.#node !== undefined) run(this);
    const lists = this.#lists;
    const inner = (child: Child): void => (child as Drawn).each(run);
    if (lists instanceof ChildList) lists.each(inner);
    else if (lists !== undefined) for (const list of lists) list.each(inner);
  }

  /** A widget threw: a fault of its author, which must not take the rest of the surface along. */
  failed(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    const { type = 'component' } = this.place.node;
    this.stage.report({
      ...issue('VITRINE_WIDGET_FAILED', 'error', `The widget of ${quote(type)} failed: ${why.slice(0, 200)}.`),
      fault: 'host',
    });
    this.#clear();
    this.#drawing = undefined;
    // What comes next may be something that it can draw.
    this.#node = undefined;
    this.swap(failedElement(type, this.stage.words));
  }

  override dispose(): void {
    super.dispose();
    this.#clear();
  }

  override enqueue(): void {
    this.stage.enqueue(this);
  }

  override run(): void {
    const { node } = this.place;
    const { dom } = this;
    const isNew = node !== this.#node;
    if (isNew) this.#build(node);
    const drawing = this.#drawing;
    if (drawing === undefined) return;
    drawing.draw();
    // Drawn before it stands on the page, unless the widget has put it there.
    if (isNew && this.dom === dom) this.swap(drawing.dom);
    // Drawing has observed the definition.
    const { definition } = node;
    if (definition === undefined) return;
    if (definition.a11y === undefined && definition.weight === undefined && !this.#marked) return;
    this.#marked = true;
    markAccessible(drawing, node, definition);
  }

  /** The item of a template that it stands in. */
  get #scope(): string | undefined {
    const { node } = this;
    return node.scope.segments.length === 0 ? undefined : node.dataPath;
  }

  /** Nothing may be done with a part of a surface: what is missing may change what it means. */
  #isPartial(): boolean {
    const { stage } = this;
    if (!stage.surface.partial) return false;
    const problem = issue('VITRINE_SURFACE_PARTIAL', 'error', `${quote(stage.surface.id)} is not complete yet.`);
    stage.report({ ...problem, fault: 'viewer' });
    return true;
  }

  #build(node: TreeNode): void {
    if (this.#drawing !== undefined) this.#clear();
    this.#node = node;
    const widget = node.state === 'resolved' ? this.widgets.find(node) : undefined;
    const coming = widget === undefined ? this.widgets.coming(node.catalog, node.type) : undefined;
    if (coming !== undefined) this.#wait(coming.neededBy(this.stage));
    this.#drawing =
      coming !== undefined ? skeleton() : widget === undefined ? drawMissing(this, node) : widget(this, node);
  }

  #wait(coming: Promise<unknown>): void {
    const again = (): void => {
      this.#node = undefined;
      this.schedule();
    };
    coming.then(again, (error: unknown) => this.failed(error));
    this.stage.await(coming);
  }

  #clear(): void {
    const lists = this.#lists;
    this.#lists = undefined;
    if (lists instanceof ChildList) lists.dispose();
    else if (lists !== undefined) for (const list of lists) list.dispose();
    this.#drawing?.dispose?.();
  }

  #listOf(container: Element): ChildList {
    const lists = this.#lists;
    if (lists === undefined) {
      const only = new ChildList(container);
      this.#lists = only;
      return only;
    }
    if (lists instanceof ChildList) {
      if (lists.container === container) return lists;
      const added = new ChildList(container);
      this.#lists = [lists, added];
      return added;
    }
    let found = lists.find((list) => list.container === container);
    if (found === undefined) {
      found = new ChildList(container);
      lists.push(found);
    }
    return found;
  }
}

/** Never part of a page. */
const undrawn = perDocument((): ChildNode => document.createComment(''));
