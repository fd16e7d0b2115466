// select_catalog: which catalog a component or a call on a surface means.

import {
  Catalogs,
  defineCatalog,
  Fold,
  type Issue,
  isObject,
  type JsonObject,
  own,
  type Surface,
} from '@vitrine/core/internal';
import { expect } from 'vitest';
import type { Case } from '../cases.ts';
import { caseProtocol, protocolOf } from '../catalogs.ts';
import { compareErrors } from '../categories.ts';

interface ChoiceArgs {
  readonly surface: {
    readonly id: string;
    readonly defaultCatalogId: string;
    readonly supportedCatalogIds: readonly string[];
  };
  readonly components?: { readonly [id: string]: JsonObject };
  readonly functionCall?: JsonObject;
  readonly catalogs?: { readonly [id: string]: JsonObject };
}

export function selectCatalog(testCase: Case): void {
  const args = testCase.args as unknown as ChoiceArgs;
  const surface = openSurface(args, caseProtocol(testCase));
  const users = [
    ...Object.values(args.components ?? {}),
    ...(args.functionCall === undefined ? [] : [args.functionCall]),
  ];
  const asked = [...args.surface.supportedCatalogIds, ...users.map(({ catalogId }) => catalogId as string | undefined)];
  const chosen = asked.map((id) => surface.catalogFor(id));
  compareErrors(
    chosen.filter((choice): choice is Issue => 'code' in choice),
    testCase.expectError,
  );
  const last = chosen.at(-1);
  if (testCase.expectError === undefined)
    expect(isObject(last) && 'id' in last ? last.id : last).toBe(testCase.expectSelected);
}

/** The supported catalogs are the registered ones; a case may say for which protocol each is made. */
function openSurface({ surface, catalogs = {} }: ChoiceArgs, protocol: string): Surface {
  const registered = surface.supportedCatalogIds.map((id) => ({
    ...defineCatalog({ id, components: {} }),
    protocol: protocolOf(own(catalogs, id)?.protocolVersion) ?? protocol,
  }));
  const fold = new Fold({ catalogs: new Catalogs(registered) });
  fold.accept({ body: [{ op: 'open', surface: surface.id, catalog: surface.defaultCatalogId, protocol }] });
  const opened = fold.surfaces.get(surface.id);
  if (opened === undefined) throw new Error('the surface of the case was not opened');
  return opened;
}
