// An agent of one dialect and a viewer of another, with a fold between them.

import type { Fold, Json, Op, Trust, ViewerEvent } from '@vitrine/core';
import { expect } from 'vitest';
import { DIALECTS } from '../src/detect.ts';
import type { Capabilities, Dialect, Loss } from '../src/dialect.ts';
import { Intake } from '../src/intake.ts';
import { createFold } from './fixtures.ts';

export interface BridgeOptions {
  readonly trust?: Trust;
  readonly capabilities?: Capabilities;
}

export class Bridge {
  readonly fold: Fold = createFold();
  readonly losses: Loss[] = [];
  readonly #to: Dialect;
  readonly #trust: Trust;
  readonly #intake: Intake;
  #memory: unknown;

  constructor(to: Dialect, { trust = 'trusted', capabilities }: BridgeOptions = {}) {
    this.#to = to;
    this.#trust = trust;
    this.#intake = new Intake(this.fold, { dialects: DIALECTS, trust });
    this.#memory = to.join(this.fold, capabilities).memory;
  }

  /** What the viewer gets for a message of the agent, in whichever dialect it is written. */
  send(wire: Json): readonly Json[] {
    const receipt = this.#intake.message(wire);
    expect(receipt.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    return receipt.entry === undefined ? [] : this.#encode(receipt.entry.body);
  }

  /** What the viewer gets for an entry of these parts. */
  apply(...body: readonly (Op | ViewerEvent)[]): readonly Json[] {
    const outcome = this.fold.accept({ body }, this.#trust);
    expect(outcome.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    return this.#encode(body);
  }

  /** What a viewer gets who comes now. */
  join(capabilities?: Capabilities): readonly Json[] {
    return this.#to.join(this.fold, capabilities).wire;
  }

  /** Sentences of what was lost, each once. */
  get lost(): readonly string[] {
    return this.losses.map(({ what }) => what);
  }

  #encode(body: readonly (Op | ViewerEvent)[]): readonly Json[] {
    const { wire, losses } = this.#to.encode({ body, trust: this.#trust }, this.fold, this.#memory);
    this.losses.push(...losses);
    return wire;
  }
}

const CATALOG_09 = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const CATALOG_10 = 'https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json';

/** Messages of an agent that speaks 0.9. */
export const agent09 = {
  create: (more: object = {}): Json => ({
    version: 'v0.9',
    createSurface: { surfaceId: 's', catalogId: CATALOG_09, ...more },
  }),
  put: (...components: readonly object[]): Json => ({
    version: 'v0.9',
    updateComponents: { surfaceId: 's', components: components as Json[] },
  }),
  data: (value: Json, path?: string): Json => ({
    version: 'v0.9',
    updateDataModel: { surfaceId: 's', ...(path === undefined ? {} : { path }), value },
  }),
};

/** Messages of an agent that speaks 1.0. */
export const agent10 = {
  create: (more: object = {}): Json => ({
    version: 'v1.0',
    createSurface: { surfaceId: 's', catalogId: CATALOG_10, ...more },
  }),
  put: (...components: readonly object[]): Json => ({
    version: 'v1.0',
    updateComponents: { surfaceId: 's', components: components as Json[] },
  }),
  data: (value: Json, path?: string): Json => ({
    version: 'v1.0',
    updateDataModel: { surfaceId: 's', ...(path === undefined ? {} : { path }), value },
  }),
};

/** Messages of an agent that speaks 0.8. */
export const agent08 = {
  put: (...components: readonly (readonly [string, object])[]): Json => ({
    surfaceUpdate: { surfaceId: 's', components: components.map(([id, component]) => ({ id, component })) as Json[] },
  }),
  data: (contents: readonly object[], path?: string): Json => ({
    dataModelUpdate: { surfaceId: 's', ...(path === undefined ? {} : { path }), contents: contents as Json[] },
  }),
  begin: (root = 'root', more: object = {}): Json => ({ beginRendering: { surfaceId: 's', root, ...more } }),
};
