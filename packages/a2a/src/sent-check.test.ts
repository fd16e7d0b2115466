// What leaves satisfies the schema of its form: what does not is not sent, the rest goes on, and the agent is told.

import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { importCatalog } from '@vitrine/core/import-catalog';
import { type Catalog, DEFAULT_LIMITS, type Json, type JsonObject, type Steps, takeAll } from '@vitrine/core/internal';
import { compileSchema } from '@vitrine/dialects';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changed } from '../test/changed.ts';
import { client10, done, press, type ScriptAgent, Stage, type TestClient, words } from '../test/stage.ts';
import { type ExtensionForm, FORMS, formById } from './forms.ts';
import { clientToServerSchema, serverToClientSchema } from './schemas.ts';
import { type CheckedMessages, checkForAgent, checkForClient } from './sent-check.ts';

const CATALOGS: { readonly [dialect: string]: Catalog } = {
  'a2ui-0.8': basic08,
  'a2ui-0.9': basic09,
  'a2ui-1.0': basic10,
};
const catalogOf = ({ dialect }: ExtensionForm) => CATALOGS[dialect] as Catalog;
const isOld = ({ dialect }: ExtensionForm) => dialect === 'a2ui-0.8';

const text = (form: ExtensionForm, id: string, more: JsonObject = {}): JsonObject =>
  isOld(form)
    ? { id, component: { Text: { text: { literalString: 'hi' }, ...more } } }
    : { id, component: 'Text', text: 'hi', ...more };
const update = (form: ExtensionForm, ...components: readonly JsonObject[]): JsonObject =>
  isOld(form)
    ? { surfaceUpdate: { surfaceId: 's', components } }
    : { version: form.version, updateComponents: { surfaceId: 's', components } };
const remove = (form: ExtensionForm, surfaceId: Json = 's'): JsonObject => ({
  ...(isOld(form) ? {} : { version: form.version }),
  deleteSurface: { surfaceId },
});
/** Issues alone; the surface that each names stands in them. */
function told<T>(steps: Steps<CheckedMessages<T>>) {
  const { messages, unsent } = takeAll(steps);
  return { messages, issues: unsent.map(({ issue, ...place }) => ({ ...issue, ...place })) };
}
const check = (form: ExtensionForm, ...messages: readonly JsonObject[]) =>
  told(checkForClient(form, [catalogOf(form)], messages));

describe('what an agent sends to a client', () => {
  it.each(FORMS)('[XF10] $id: a message that is wrong is left out, the others are as they were', (form) => {
    const fine = [update(form, text(form, 'a')), remove(form)];
    const wrong = [remove(form, 7), { ...remove(form), more: 1 }, { junk: {} }, remove(form, '')];
    const { messages, issues } = check(
      form,
      ...wrong.slice(0, 2),
      fine[0] as never,
      ...wrong.slice(2),
      fine[1] as never,
    );
    expect(messages).toEqual(fine);
    expect(issues).toHaveLength(4);
    expect(issues[0]).toMatchObject({
      code: 'VITRINE_MESSAGE_SHAPE',
      severity: 'error',
      at: '/deleteSurface/surfaceId',
    });
    expect(issues[0]?.message).toMatch(/^This was not sent: by the schema of .* it must be string\.$/);
  });

  it.each(FORMS)(
    '[XF10] $id: of components the wrong ones alone are left out, and each is told with its place',
    (form) => {
      const key = isOld(form) ? 'surfaceUpdate' : 'updateComponents';
      const odd = isOld(form) ? { id: 'b', component: { Nope: {} } } : { id: 'b', component: 'Nope' };
      const { messages, issues } = check(form, update(form, text(form, 'a'), odd, text(form, 'c', { nope: 1 })));
      expect(messages).toEqual([update(form, text(form, 'a'))]);
      expect(issues.map(({ at }) => at?.slice(0, `/${key}/components/1`.length))).toEqual([
        `/${key}/components/1`,
        `/${key}/components/2`,
      ]);
      expect(issues[0]?.surface).toBe('s');
      expect(check(form, update(form, odd))).toMatchObject({ messages: [], issues: [{}] });
    },
  );

  it('[XF10] a surface of 1.0 is opened without the components that are wrong', () => {
    const form = formById('v1.0');
    const open = (components: readonly JsonObject[]) => ({
      version: 'v1.0',
      createSurface: { surfaceId: 's', catalogId: basic10.id, components },
    });
    const { messages } = check(form, open([{ id: 'a', component: 'Nope' }]));
    expect(messages).toEqual([{ version: 'v1.0', createSurface: { surfaceId: 's', catalogId: basic10.id } }]);
  });

  it('[XF10] a call of a function that no catalog names is sent to clients of 1.0 alone, who ask the agent for it', () => {
    const calling = (call: JsonObject) => (form: ExtensionForm) => update(form, text(form, 'a', { text: call }));
    const asked = calling({ call: 'priceOf', args: { sku: { path: '/sku' } } });
    expect(check(formById('v1.0'), asked(formById('v1.0')))).toEqual({
      messages: [asked(formById('v1.0'))],
      issues: [],
    });
    expect(check(formById('v0.9'), asked(formById('v0.9'))).messages).toEqual([]);
    for (const wrong of [{ call: 'openUrl', args: { url: 7 } }, { call: '@other' }, { call: 'priceOf', extra: 1 }])
      expect(check(formById('v1.0'), calling(wrong)(formById('v1.0'))).messages).toEqual([]);
  });

  it('[XF10] with several catalogs a component satisfies the schema of one of them', () => {
    const form = formById('v0.9');
    const code = { type: 'string', pattern: '^(a+)+$' };
    const definition = { catalogId: 'own', components: { Gauge: { type: 'object', properties: { code } } } };
    const read = importCatalog(definition, DEFAULT_LIMITS, { protocol: '0.9' });
    if (!read.ok) throw new Error('the catalog cannot be read');
    const mixed = (own: string) => update(form, text(form, 'a'), { id: 'g', component: 'Gauge', code: own });
    expect(takeAll(checkForClient(form, [basic09, read.value], [mixed('aa')]))).toEqual({
      messages: [mixed('aa')],
      unsent: [],
    });
    // A pattern of the client runs in time linear in the text.
    const { messages } = told(checkForClient(form, [basic09, read.value], [mixed(`${'a'.repeat(20_000)}b`)]));
    expect(messages).toEqual([update(form, text(form, 'a'))]);
  });
});

describe('what a client sends to an agent', () => {
  it.each(FORMS)('[XF10] $id: what a person did is sent; what lacks something is not', (form) => {
    const act = press(form, 'Ada');
    const [key = ''] = Object.keys(act).filter((name) => name !== 'version');
    const late = { ...act, [key]: { ...(act[key] as JsonObject), timestamp: 'yesterday' } };
    const { messages, issues } = told(checkForAgent(form, [late, act]));
    expect(messages).toEqual([act]);
    expect(issues).toMatchObject([{ at: `/${key}/timestamp` }]);
    const choice = { clientUiCapabilities: { catalogUri: 'x' } };
    expect(told(checkForAgent(form, [choice])).messages).toHaveLength(form.id === 'original' ? 1 : 0);
  });
});

describe('the checks', () => {
  const others = fc.constantFrom<Json>(null, true, 0, 1.5, '', 'x', [], {}, { path: '/a' }, 'remove', 'add', 'Column');
  it.each(FORMS)('[XF10] $id: judge as a validator of JSON Schema does', (form) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: true });
    addFormats.default(ajv);
    const parts = isOld(form)
      ? {
          id: 'b',
          component: { Button: { child: 'a', action: { name: 'x', context: [{ key: 'k', value: { path: '/p' } }] } } },
        }
      : { id: 'b', component: 'Button', child: 'a', action: { event: { name: 'x', context: { k: { path: '/p' } } } } };
    const pairs: readonly (readonly [JsonObject, readonly JsonObject[]])[] = [
      [serverToClientSchema(catalogOf(form), form), [update(form, text(form, 'a'), parts), remove(form)]],
      [clientToServerSchema(form), [press(form, 'Ada')]],
    ];
    for (const [schema, samples] of pairs) {
      const [theirs, ours] = [ajv.compile(schema), compileSchema(schema)];
      for (const sample of samples) expect([ours(sample), theirs(sample)]).toEqual([undefined, true]);
      fc.assert(
        fc.property(fc.constantFrom(...samples), fc.nat(40), others, (sample, at, by) => {
          const value = changed(sample, at, by);
          expect(ours(value) === undefined).toBe(theirs(value));
        }),
        { seed: 20_261_115, numRuns: 400 },
      );
    }
  });
});

describe('a client of the host', () => {
  let stage: Stage;
  let agent: ScriptAgent;
  let client: TestClient;

  beforeAll(async () => {
    stage = await Stage.open();
    agent = await stage.agent('odd', ({ event }) => {
      if (event !== 'say') return undefined;
      const column = { id: 'root', component: { Column: { children: { explicitList: ['a', 'b'] } } } };
      const form = formById('v0.8');
      const odd = { id: 'b', component: { Nope: { x: 1 } } };
      return [update(form, column, text(form, 'a'), odd), { beginRendering: { surfaceId: 's', root: 'root' } }, done()];
    });
    client = await client10(`${stage.url}/a2a/odd`, await agent.credential());
  });

  afterAll(() => stage.clear());

  it.each(['original', 'v0.8'] as const)(
    '[XF10] in %s is not sent what its schema does not know; the agent is told',
    async (id) => {
      const form = formById(id);
      const count = agent.events.length;
      for (const way of ['send', 'stream'] as const) {
        const { messages, state } = await client[way](words('x'), [form.uri]);
        expect(state).toBe('TASK_STATE_COMPLETED');
        expect(JSON.stringify(messages)).not.toContain('Nope');
        expect(messages).toMatchObject([
          { surfaceUpdate: { components: [{ id: 'root' }, { id: 'a' }] } },
          { beginRendering: { root: 'root' } },
        ]);
      }
      const issues = () => agent.events.slice(count).flatMap(({ event }) => event.error ?? []);
      await expect.poll(() => issues().length).toBe(2);
      expect(issues()[0]).toMatchObject({
        surfaceId: 's',
        path: expect.stringMatching(/^\/surfaceUpdate\/components\/2/),
        message: expect.stringContaining('was not sent'),
      });
    },
  );
});
