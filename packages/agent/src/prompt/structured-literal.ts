// The schema of a literal where one is declared. What may stand in its place is structured-value.ts.

import { defined, type JsonObject, type Prop } from '@vitrine/core/internal';

export const STRING = { type: 'string' };

type Literal = Prop & { readonly kind: 'text' | 'number' | 'bool' | 'text-list' | 'one-of' };

/** `bounds`: with the limits that its declaration has. */
export function literalSchema(prop: Literal, bounds: boolean): JsonObject {
  return bounds ? { ...typeOf(prop), ...boundsOf(prop) } : typeOf(prop);
}

function typeOf(prop: Literal): JsonObject {
  switch (prop.kind) {
    case 'text':
      return STRING;
    case 'number':
      return { type: prop.integer ? 'integer' : 'number' };
    case 'bool':
      return { type: 'boolean' };
    case 'text-list':
      return { type: 'array', items: STRING };
    case 'one-of': {
      // Null stands for what is left out.
      const options = prop.options.filter((option) => option !== null);
      return { ...(options.every((option) => typeof option === 'string') ? STRING : {}), enum: options };
    }
  }
}

function boundsOf(prop: Literal): JsonObject {
  if (prop.kind === 'text') {
    const { minLength, pattern } = prop;
    return defined({ minLength, pattern });
  }
  if (prop.kind !== 'number') return {};
  const { min, max } = prop;
  return defined({ minimum: min, maximum: max });
}
