// Which catalogs a form can use: those that were written for its protocol, and those that were written for none.

import type { Catalog, Catalogs } from '@vitrine/core';
import type { Form } from './forms.ts';

/** Of the catalogs that an agent names, with the basic one before them, those that the host has and the form can use. */
export function offeredCatalogs(form: Form, named: readonly string[], known: Catalogs): readonly string[] {
  return [...new Set([form.catalog, ...named])].filter((id) => fits(known.get(id), protocolOf(form)));
}

export function fits(catalog: Catalog | undefined, protocol: string): boolean {
  return catalog !== undefined && (catalog.protocol === undefined || catalog.protocol === protocol);
}

/** The label that surfaces of the form's dialect bear. */
export function protocolOf({ dialect }: Form): string {
  return dialect.replace('a2ui-', '');
}
