// get_renderer_capabilities and get_renderer_data_model: what a viewer tells an agent beside its messages.

import type { Json } from '@vitrine/core';
import { capabilitiesByVersion, encodeDataModel, type WireVersion } from '@vitrine/dialects';
import { expect } from 'vitest';
import { type Case, messagesOf, stepsOf } from '../cases.ts';
import { catalogList } from '../catalogs.ts';
import { compareErrors } from '../categories.ts';
import { compareSubset } from '../match.ts';
import { Session } from '../session.ts';

interface ViewerArgs {
  readonly version: WireVersion;
  readonly includeInlineCatalogs?: boolean;
}

export function capabilities(testCase: Case): void {
  const { version, includeInlineCatalogs: inline = false } = testCase.args as unknown as ViewerArgs;
  const told = capabilitiesByVersion(catalogList(testCase), version, { inline });
  compareSubset(told, testCase.expect as Json, 'capabilities');
}

export function syncedData(testCase: Case): void {
  const { version } = testCase.args as unknown as ViewerArgs;
  const session = new Session(testCase);
  for (const step of stepsOf(testCase)) {
    const receipts = session.send(messagesOf(step));
    compareErrors(
      receipts.flatMap(({ issues }) => issues),
      undefined,
    );
  }
  expect(encodeDataModel(session.fold, version) ?? null).toEqual(testCase.expect);
}
