// What an imported catalog takes and refuses in strict reading is what its own document does, read as JSON Schema beside the
// published common types.

import { importCatalog } from '@vitrine/core/import-catalog';
import { Catalogs, DEFAULT_LIMITS, Fold, type Json } from '@vitrine/core/internal';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { DrawnCatalogs, Random, SAMPLE_VALUES } from '../test/drawn-catalogs.ts';
import { readPublished, type Version } from '../test/published.ts';
import { DIALECTS } from './detect.ts';
import { Intake } from './intake.ts';

const SEED = Number(process.env.VITRINE_SEED);
const DEFINITIONS = Math.ceil(150 * Number(process.env.VITRINE_PROPERTY_FACTOR ?? 1 / 3));
/** A child that is not there is another matter. */
const ABSENT_CHILD = 'VITRINE_TREE_DANGLING';

function verdictsOf(document: Json, version: Version): (component: Json) => { ours: boolean; theirs: boolean } {
  const { ok, issues, ...rest } = importCatalog(document, DEFAULT_LIMITS);
  expect(issues).toEqual([]);
  if (!ok || !('value' in rest)) throw new Error('a definition without issues was refused');
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(readPublished(version, 'common_types.json')).addSchema(document as object);
  const takes = ajv.compile({ $ref: `https://a2ui.org/specification/${version}/catalog.json#/components/X` });
  const intake = new Intake(new Fold({ catalogs: new Catalogs([rest.value]), strict: true }), { dialects: DIALECTS });
  const wire = version.replace('_', '.');
  intake.message({ version: wire, createSurface: { surfaceId: 's', catalogId: 'c' } });
  return (component) => {
    const update = { version: wire, updateComponents: { surfaceId: 's', components: [component] } };
    const errors = intake
      .message(update)
      .issues.filter(({ severity, code }) => severity === 'error' && code !== ABSENT_CHILD);
    return { ours: errors.length === 0, theirs: takes(component) };
  };
}

test.each(['v0_9', 'v1_0'] as const)(
  `a component of a definition for %s is taken as its document says (VITRINE_SEED=${SEED})`,
  (version) => {
    const catalogs = new DrawnCatalogs(version, new Random(SEED));
    const differing: string[] = [];
    let taken = 0;
    for (let i = 0; i < DEFINITIONS; i++) {
      const { document, property } = catalogs.draw();
      const judge = verdictsOf(document, version);
      for (const p of SAMPLE_VALUES) {
        const { ours, theirs } = judge({ id: 'g', component: 'X', p });
        if (theirs) taken++;
        if (ours !== theirs)
          differing.push(`${theirs ? 'refused' : 'taken'}: ${JSON.stringify(p)} for ${JSON.stringify(property)}`);
      }
    }
    expect(differing.sort((a, b) => a.length - b.length).slice(0, 5)).toEqual([]);
    expect(taken / (DEFINITIONS * SAMPLE_VALUES.length)).toBeGreaterThan(0.05);
  },
);
