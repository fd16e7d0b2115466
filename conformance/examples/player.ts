// Plays a stream into an engine with the catalogs of the examples and keeps everything it says.

import { Catalogs, Fold, type Issue, type JsonObject } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { minimal09 } from '@vitrine/core/catalogs/minimal-0.9';
import { DIALECTS, Intake, type Receipt } from '@vitrine/dialects';
import { pictureOf } from '../picture.ts';
import { walkSurface } from '../walk.ts';

export class Player {
  readonly fold: Fold;
  readonly intake: Intake;
  readonly #heard: Issue[] = [];

  constructor(options: { readonly strict?: boolean; readonly locale?: string; readonly zone?: string } = {}) {
    const catalogs = new Catalogs([basic08, basic09, basic10, minimal09]);
    this.fold = new Fold({ ...options, catalogs, report: (problem) => void this.#heard.push(problem) });
    this.intake = new Intake(this.fold, { dialects: DIALECTS });
  }

  /** All that was wrong with the messages. */
  play(messages: readonly JsonObject[]): readonly Issue[] {
    return issuesOf(messages.flatMap((message) => this.intake.value(message)));
  }

  /** All that goes wrong while every surface is shown. */
  show(): readonly Issue[] {
    this.#heard.length = 0;
    for (const surface of this.fold.surfaces.values()) walkSurface(surface, this.fold);
    return this.#heard.splice(0);
  }

  /** All that goes wrong while every action of every surface is taken once. */
  act(): readonly Issue[] {
    const nodes = [...this.fold.surfaces.values()].flatMap((surface) => walkSurface(surface, this.fold));
    return nodes.flatMap((node) => {
      const actions = node.names.filter((name) => node.declaration?.props[name]?.kind === 'action');
      return actions.flatMap((name) => node.invoke(name)?.issues ?? []);
    });
  }

  /** The state, as text that can be compared. */
  state(): string {
    return JSON.stringify(this.fold.snapshot());
  }

  pictures(): string {
    return JSON.stringify([...this.fold.surfaces.values()].map((surface) => pictureOf(surface, this.fold)));
  }
}

export function issuesOf(receipts: readonly Receipt[]): readonly Issue[] {
  return receipts.flatMap(({ issues }) => issues);
}
