// The AgentChains components that show a surface. A component of AgentChains is itself; a surface with inputs and a button
// is a form, and its other buttons a card beside it; any other surface is a card, or an image. Events on them are taken
// back to the surface's own buttons and paths in respond.ts.

import { type AgentchainsType, agentchains, isAgentchainsType } from '@vitrine/core/catalogs/agentchains';
import {
  defined,
  getAt,
  isObject,
  type Json,
  type JsonObject,
  parsePointer,
  type Steps,
  type Surface,
  type SurfaceBudgets,
  type View,
} from '@vitrine/core/internal';
import { type Inventory, type InventoryButton, type InventoryLine, inventorySteps } from './inventory.ts';
import { type AgentchainsPicture, markedComponent } from './untrusted.ts';
import { isSafeUrl, withoutUrls } from './urls.ts';

/** Behind the id of a surface: the card with those of its buttons that its form has no room for. */
const ACTIONS = '#actions';

export function actionsId(surface: string): string {
  return `${surface}${ACTIONS}`;
}

/** The surface that a component shows. */
export function surfaceOf(component: string, view: View): Surface | undefined {
  const own = view.surfaces.get(component);
  if (own !== undefined || !component.endsWith(ACTIONS)) return own;
  return view.surfaces.get(component.slice(0, -ACTIONS.length));
}

/** Its own components, or undefined for a surface of another catalog. */
export function ownType(surface: Surface): AgentchainsType | undefined {
  if (surface.catalog !== agentchains.id) return undefined;
  const type = surface.component(surface.root)?.type ?? '';
  return isAgentchainsType(type) ? type : undefined;
}

/** Nothing while the surface is held back or has no root. */
export function* pictureSteps(
  surface: Surface,
  view: View,
  budgets: SurfaceBudgets,
  lose: (what: string) => void,
): Steps<readonly AgentchainsPicture[]> {
  if (surface.held || surface.component(surface.root) === undefined) return [];
  const type = ownType(surface);
  const shown =
    type === undefined
      ? yield* lowered(surface, view, budgets, lose)
      : [{ id: surface.id, type, data: dataOf(surface) }];
  const passes = surface.trust === 'trusted' ? isSafeUrl : () => false;
  return shown.map((one) => {
    const data = withoutUrls(one.type, one.data, passes);
    if (data !== one.data) lose('URLs that a viewer must not follow are not sent');
    const safe = { ...one, data };
    return surface.trust === 'trusted' ? safe : markedComponent(safe);
  });
}

function dataOf(surface: Surface): JsonObject {
  const bound = surface.component(surface.root)?.props.data;
  const path = isObject(bound) && typeof bound.path === 'string' ? bound.path : undefined;
  const value = path === undefined ? bound : getAt(surface.data.snapshot(), parsePointer(path));
  return isObject(value) ? value : {};
}

function* lowered(
  surface: Surface,
  view: View,
  budgets: SurfaceBudgets,
  lose: (what: string) => void,
): Steps<readonly AgentchainsPicture[]> {
  const found = yield* inventorySteps(surface, view, budgets.next());
  yield;
  lose('the layout of the surface has no counterpart in AgentChains');
  for (const what of found.losses) lose(what);
  const { fields, buttons, pictures, lines } = found;
  const submit = submitOf(found);
  if (submit === undefined) {
    const [only] = pictures;
    const isPicture =
      only !== undefined && pictures.length === 1 && lines.length + buttons.length + fields.length === 0;
    if (isPicture) return [{ id: surface.id, type: 'image', data: { url: only.url, alt: only.alt } }];
    if (fields.length > 0) lose('inputs without a button are sent as words');
    return [{ id: surface.id, type: 'card', data: cardOf(found, buttons, lose) }];
  }
  const others = buttons.filter((button) => button !== submit);
  const form: AgentchainsPicture = { id: surface.id, type: 'form', data: formOf(found, submit, lose) };
  const id = actionsId(surface.id);
  if (others.length === 0) return [form];
  lose('buttons beside the one that sends a form stand in a card of their own');
  return [form, { id, type: 'card', data: { actions: others.map(actionOf) } }];
}

/** The button that sends what was entered: the first that is marked so, else the first. */
export function submitOf({ fields, buttons }: Inventory): InventoryButton | undefined {
  if (fields.length === 0) return undefined;
  const sending = buttons.filter(({ event }) => event !== undefined);
  return sending.find(({ primary }) => primary) ?? sending[0];
}

function actionOf({ key, label, primary, url }: InventoryButton): Json {
  const variant = primary ? { variant: 'primary' } : {};
  return url === undefined ? { label, action: key, ...variant } : { label, action: 'navigate', url, ...variant };
}

function words(lines: readonly InventoryLine[]): JsonObject {
  const title = lines[0]?.head === true ? lines[0].text : undefined;
  const rest = title === undefined ? lines : lines.slice(1);
  const description = rest.map(({ text }) => text).join('\n');
  return {
    ...defined({ title }),
    ...(description === '' ? {} : { description }),
  };
}

function cardOf(found: Inventory, buttons: readonly InventoryButton[], lose: (what: string) => void): JsonObject {
  const [first, ...more] = found.pictures;
  const spoken = wordsOfPictures(more, lose);
  const sections = found.fields.map(({ shown }) => ({ label: shown.label, value: shown.value }));
  return {
    ...words([...found.lines, ...spoken]),
    ...defined({ image: first?.url, image_alt: first?.alt || undefined }),
    ...(sections.length === 0 ? {} : { sections }),
    ...(buttons.length === 0 ? {} : { actions: buttons.map(actionOf) }),
  };
}

function wordsOfPictures(pictures: Inventory['pictures'], lose: (what: string) => void): readonly InventoryLine[] {
  if (pictures.length > 0) lose('all images but one are sent as words');
  return pictures.map(({ url, alt }) => ({ text: alt || url, head: false }));
}

function formOf(found: Inventory, submit: InventoryButton, lose: (what: string) => void): JsonObject {
  return {
    ...words([...found.lines, ...wordsOfPictures(found.pictures, lose)]),
    fields: found.fields.flatMap(({ fields }) => fields),
    submit_label: submit.label,
  };
}
