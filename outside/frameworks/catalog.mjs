// What an agent may show beside the basic components: one component for each framework, which draws it with its own means. The
// host and the applications read the same declarations.

import { checks, defineComponent, extendCatalog, number, required, text } from '@vitrine/core';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';

const writtenText = () => required(text({ writable: true }));
const label = required(text());

export const declarations = {
  Rating: defineComponent({ label, value: required(number({ writable: true })), checks: checks() }),
  Place: defineComponent({ label, value: writtenText(), checks: checks() }),
  Signature: defineComponent({ label, value: writtenText(), checks: checks() }),
  DateRange: defineComponent({ label, value: writtenText(), checks: checks() }),
};

/** @param {keyof typeof declarations} name */
export const catalogOf = (name) =>
  extendCatalog(basic10, { [name]: declarations[name] }, { id: `urn:example:${name.toLowerCase()}` });

export const catalogs = Object.keys(declarations).map((name) => catalogOf(/** @type {never} */ (name)));
