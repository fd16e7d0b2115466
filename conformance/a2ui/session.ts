// One engine for one case: its catalogs, a fold, the intake before it, and every issue that either of them told.

import { Fold, type Issue, type Json, type Surface, type TreeNode } from '@vitrine/core';
import { DIALECTS, Intake, type Receipt } from '@vitrine/dialects';
import { walkSurface } from '../walk.ts';
import { type Case, stepsOf } from './cases.ts';
import { catalogsOf } from './catalogs.ts';

export class Session {
  readonly fold: Fold;
  readonly #intake: Intake;
  readonly #heard: Issue[] = [];

  constructor(testCase: Case, catalogs = catalogsOf(testCase)) {
    const strict = testCase.strictMode ?? expectsError(testCase);
    this.fold = new Fold({ catalogs, strict, report: (problem) => void this.#heard.push(problem) });
    this.#intake = new Intake(this.fold, { dialects: DIALECTS });
  }

  send(messages: Json): readonly Receipt[] {
    return this.#intake.value(messages);
  }

  surface(id: string): Surface | undefined {
    return this.fold.surfaces.get(id);
  }

  walk(surface: Surface): readonly TreeNode[] {
    return walkSurface(surface, this.fold);
  }

  /** What went wrong while bindings were evaluated, since it was last asked. */
  heard(): readonly Issue[] {
    return this.#heard.splice(0);
  }
}

function expectsError(testCase: Case): boolean {
  return testCase.expectError !== undefined || stepsOf(testCase).some(({ expectError }) => expectError !== undefined);
}
