// The catalog of AgentChains: nine components, each the one component of a surface of its own (rules: SPEC.md, AG).
// What an agent renders stands at `/data` as it was sent, so ui.update is set (replace), a set per key (merge is
// shallow) or append on `/data/<key>` and the component is never put again. What a person enters into a form stands at
// `/values/<field>`; only these paths are written. Position, priority and TTL belong to the surface, not here.

import { action, anyOf, defineCatalog, defineComponent, object, type Prop, plainText, required } from '../catalog.ts';
import { checkContext } from '../check.ts';
import { checkProp } from '../check-prop.ts';
import type { Component, OpenOp } from '../entry.ts';
import { type Issue, issue } from '../issue.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Limits } from '../limits.ts';
import {
  type AgentchainsType,
  agentchainsData,
  DATA_PATH,
  PRESS_EVENT,
  SUBMIT_EVENT,
  VALUES_PATH,
} from './agentchains-data.ts';
import { deriveAgentchains } from './agentchains-derive.ts';
import { initialValues } from './agentchains-form.ts';
import { cardActions, formInputs, validateForm } from './agentchains-hooks.ts';
import { restoreAgentchains } from './agentchains-restore.ts';

export { pressCardAction } from './agentchains-actions.ts';
export * from './agentchains-content.ts';
export * from './agentchains-data.ts';
export * from './agentchains-form.ts';
export * from './agentchains-judge.ts';
export { fieldTypes, submitted } from './agentchains-restore.ts';

/** A path as an object of its own kind, because only single values are bindable by declaration. No call gives data. */
const path = object({ path: required(plainText({ pattern: '^([^~]|~[01])*$' })) });

/** The data as a literal, or where in the data model they are. */
function dataProp<P extends Prop>(data: P) {
  return required({ ...anyOf([path, data]), calls: false as const });
}

export const agentchains = defineCatalog({
  id: 'urn:vitrine:catalog:agentchains:2026-02-20',
  aliases: ['agentchains'],
  derive: deriveAgentchains,
  restore: restoreAgentchains,
  components: {
    card: defineComponent({ data: dataProp(agentchainsData.card), press: action() }, { actions: cardActions }),
    table: defineComponent({ data: dataProp(agentchainsData.table) }),
    form: defineComponent(
      {
        data: dataProp(agentchainsData.form),
        values: required({ ...path, writable: true }),
        submit: required(action()),
      },
      { inputs: formInputs, validate: validateForm },
    ),
    chart: defineComponent({ data: dataProp(agentchainsData.chart) }),
    markdown: defineComponent({ data: dataProp(agentchainsData.markdown) }),
    code: defineComponent({ data: dataProp(agentchainsData.code) }),
    image: defineComponent({ data: dataProp(agentchainsData.image) }),
    alert: defineComponent({ data: dataProp(agentchainsData.alert) }),
    steps: defineComponent({ data: dataProp(agentchainsData.steps) }),
  },
});

/** Properties besides `data`; the same for every component of a type, whatever its data. */
const ROOT_PROPS: { readonly [type: string]: JsonObject } = {
  // Paths without a leading slash: seen from the pressed one of `actions`.
  card: {
    press: {
      event: {
        name: PRESS_EVENT,
        context: { action: { path: 'action' }, label: { path: 'label' }, url: { path: 'url' } },
      },
    },
  },
  form: {
    values: { path: VALUES_PATH },
    submit: { event: { name: SUBMIT_EVENT, context: { values: { path: VALUES_PATH } } } },
  },
};

/** The root component of a surface that shows one AgentChains component. */
export function agentchainsRoot(type: AgentchainsType): Component {
  return { id: 'root', type, props: { data: { path: DATA_PATH }, ...ROOT_PROPS[type] } };
}

/** The surface of one rendered component. Place and end are the caller's, who has the metadata and the clock. */
export function openAgentchains(
  surface: string,
  type: AgentchainsType,
  data: Json,
  more: Pick<OpenOp, 'place' | 'until'> = {},
): OpenOp {
  return {
    op: 'open',
    surface,
    catalog: agentchains.id,
    ...more,
    components: [agentchainsRoot(type)],
    data: { data, ...(type === 'form' ? { values: initialValues(data) } : {}) },
  };
}

/** Data are no bindings: what reads like one in a member that nobody declared is no concern of this check. */
const CONCERNS = /^VITRINE_(PROP|PATTERN|LIMIT_PATTERN)/;

/**
 * What is wrong with the data of a component before they are stored. Everything here is mended by the readers and so is a
 * warning to the agent; whether data can be stored at all is judged where they are. `at` is a pointer into the data.
 */
export function judgeAgentchainsData(type: AgentchainsType, data: Json, limits: Limits): readonly Issue[] {
  const context = checkContext(limits, false, () =>
    issue('VITRINE_CATALOG_MISSING', 'error', 'Data call no function.'),
  );
  checkProp(agentchainsData[type], data, context);
  return context
    .all()
    .filter(({ code }) => CONCERNS.test(code))
    .map((problem) => ({ ...problem, severity: 'warning' }));
}
