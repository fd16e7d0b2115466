// A person at a client of a real host: sees text, fills in, presses, answers.

import { connectViewer, type EventReceipt, type ViewerConnection } from '@vitrine/client';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { vitrine10 } from '@vitrine/core/catalogs/vitrine';
import {
  Catalogs,
  drawText,
  firstFailure,
  isObject,
  type Json,
  Tree,
  type TreeNode,
  walkTree,
} from '@vitrine/core/internal';
import { expect } from 'vitest';
import { type RealHost, until } from '../../../packages/client/test/real-host.ts';

export { openRealHost, type RealHost, until } from '../../../packages/client/test/real-host.ts';

const catalogs = new Catalogs([basic08, basic09, basic10, vitrine10]);

export class Person {
  readonly viewer: ViewerConnection;
  readonly toasts: string[] = [];

  constructor(host: RealHost, session: string, token: string) {
    this.viewer = connectViewer({ url: host.url, session, token, catalogs, transport: 'sse', random: () => 0 });
    this.viewer.on('effect', ({ effect }) => {
      if (effect.kind === 'toast') this.toasts.push(effect.text);
    });
  }

  text(): string {
    const { view } = this.viewer;
    return [...view.surfaces.values()].map((surface) => drawText(new Tree(surface, view))).join('\n');
  }

  async sees(words: string): Promise<void> {
    await until(() => this.text().includes(words));
  }

  /** Waits for the field: what a page says about itself may come before what stands on it. */
  async enter(surface: string, path: string, value: Json): Promise<void> {
    await until(() => this.#hasField(surface, path));
    this.viewer.view.surfaces.get(surface)?.data.set(path, value);
    void this.viewer.send({ event: 'input', surface, path, value });
  }

  #hasField(id: string, path: string): boolean {
    const { view } = this.viewer;
    const surface = view.surfaces.get(id);
    if (surface === undefined) return false;
    const nodes = [...walkTree(new Tree(surface, view))];
    return nodes.some(({ component }) =>
      Object.values(component?.props ?? {}).some((value) => isObject(value) && value.path === path),
    );
  }

  #button(name: string): TreeNode | undefined {
    const { view } = this.viewer;
    for (const surface of view.surfaces.values()) {
      for (const node of walkTree(new Tree(surface, view))) {
        if (node.component?.type !== 'Button' || firstFailure(node.checks())?.severity === 'error') continue;
        const pressed = node.invoke('action');
        if (pressed?.kind === 'event' && pressed.name === name) return node;
      }
    }
    return undefined;
  }

  /** Waits for the button, presses it, and is told that the host took it. */
  async press(name: string): Promise<void> {
    await until(() => this.#button(name) !== undefined);
    const node = this.#button(name) as TreeNode;
    const pressed = node.invoke('action');
    const context = pressed?.kind === 'event' ? pressed.context : {};
    const surface = node.place.tree.surface.id;
    await this.#sent(
      this.viewer.send({
        event: 'action',
        surface,
        source: node.id,
        name,
        context,
        checked: true,
        ...(node.scope.segments.length === 0 ? {} : { scope: node.dataPath }),
      }),
    );
  }

  /** Chooses the first row of a table. */
  async choose(name: string, surface: string, source: string, rows: string): Promise<void> {
    const first = () => this.viewer.view.surfaces.get(surface)?.data.get(`${rows}/0/id`);
    await until(() => first() !== undefined);
    const action = { event: 'action', surface, source, name, checked: true, scope: `${rows}/0` } as const;
    await this.#sent(this.viewer.send({ ...action, context: { id: first() ?? '' } }));
  }

  async answer(value: Json): Promise<void> {
    await until(() => this.viewer.view.asks.size > 0);
    const [ask = ''] = this.viewer.view.asks.keys();
    await this.#sent(this.viewer.send({ event: 'answer', ask, value }));
  }

  async cancel(): Promise<void> {
    await until(() => this.viewer.view.tasks.size > 0);
    const [task = ''] = this.viewer.view.tasks.keys();
    await this.#sent(this.viewer.send({ event: 'cancel', task }));
  }

  async #sent(receipt: Promise<EventReceipt>): Promise<void> {
    expect(await receipt).toMatchObject({ accepted: true, issues: [] });
  }
}
