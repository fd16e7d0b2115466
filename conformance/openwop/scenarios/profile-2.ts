// a2ui-v09-profile: what generation 2 takes is A2UI 0.9, and what it leaves out of A2UI 0.9 is refused for that reason
// alone: upstream takes it.

import type { JsonObject } from '@vitrine/core';
import { createValidator, readPublished } from '../../../packages/core/test/published.ts';
import { judgeOf } from '../published.ts';
import { button2, CATALOG, CREATE, envelope2, form2, payload2, put, text2 } from './documents.ts';
import type { Scenario } from './ledger.ts';
import type { Body } from './wop.ts';

/** Whether upstream takes every message of a payload. */
function upstream(): (payload: Body) => boolean {
  const ajv = createValidator();
  const base = 'https://a2ui.org/specification/v0_9/';
  ajv.addSchema(readPublished('v0_9', 'common_types.json'));
  ajv.addSchema({ ...readPublished('v0_9', 'catalogs/basic/catalog.json'), $id: `${base}catalog.json` });
  const judge = ajv.compile(readPublished('v0_9', 'server_to_client.json'));
  return (payload) => payload.messages.every((message: JsonObject) => judge(message) === true);
}

const open = (...components: readonly object[]): Body => payload2('s', CREATE, put(...components));
const [BUTTON, LABEL] = button2('root');

/** What the profile leaves out; the last one nobody takes. */
const NEGATIVES: readonly (readonly [name: string, payload: Body, isUpstream: boolean])[] = [
  [
    'openUrl',
    open(
      { ...BUTTON, action: { functionCall: { call: 'openUrl', args: { url: 'https://elsewhere.example' } } } },
      LABEL as object,
    ),
    true,
  ],
  ['another event', open(...button2('root', { name: 'deleteAll' })), true],
  ['obscured', open({ id: 'root', component: 'TextField', label: 'L', variant: 'obscured' }), true],
  ['Image', open({ id: 'root', component: 'Image', url: 'https://elsewhere.example/i.png' }), true],
  [
    'iconUrl',
    payload2('s', { createSurface: { catalogId: CATALOG, theme: { iconUrl: 'https://elsewhere.example/i.png' } } }),
    true,
  ],
  [
    'a foreign catalog',
    {
      ...payload2('s', { createSurface: { catalogId: 'https://elsewhere.example/c.json' } }),
      catalogId: 'https://elsewhere.example/c.json',
    },
    true,
  ],
  ['formatString', open(text2('root', { call: 'formatString', args: { value: 'x' }, returnType: 'string' })), true],
  ['onClick', open({ ...text2('root'), onClick: 'alert(1)' }), false],
];

const profile: Scenario = {
  name: 'a2ui-v09-profile',
  assertions: 3 + 2 + 3 * NEGATIVES.length,
  async run(hosts, check) {
    const wop = await hosts.at('plain');
    const schema = await wop.schema(2);
    const [judge, theirs] = [judgeOf(schema), upstream()];
    check.equal('the catalog is pinned', schema.properties.catalogId.enum, [CATALOG]);
    check.equal('the version is pinned', schema.properties.version.enum ?? [schema.properties.version.const], ['v0.9']);
    check.equal('generation 1 is not changed', await wop.schema(1), await (await hosts.at('floor1')).schema(2));
    check.holds('a form fits the profile', judge(form2()));
    check.holds('and upstream', theirs(form2()));
    const run = await wop.run(2);
    for (const [name, payload, isUpstream] of NEGATIVES) {
      check.holds(`${name} does not fit the profile`, !judge(payload), payload);
      check.equal(`${name} upstream`, theirs(payload), isUpstream);
      const { status, body } = await run.emit(envelope2(payload));
      check.equal(`${name} is refused`, [status, body.error], [422, 'envelope_invalid']);
    }
  },
};

export const PROFILES: readonly Scenario[] = [profile];
