// The URLs in the data of a component: links of a card's actions, images. A scheme that runs something is refused at the
// door, wherever the URL would be used; whether a person may be sent there is asked again when it is drawn.

import {
  checkLink,
  checkMedia,
  type Findings,
  isArray,
  isObject,
  type Json,
  type JsonObject,
} from '@vitrine/core/internal';
import { at } from './fields.ts';

/** Only there to read relative URLs by; it is never a part of one. */
const BASE = 'https://relative.invalid/';
const LINKS = { links: 'web', media: [], base: BASE } as const;

export function checkUrl(url: Json | undefined, findings: Findings): void {
  if (typeof url !== 'string' || url === '') return;
  const judged = checkLink(url, LINKS);
  if (!judged.ok) for (const problem of judged.issues) findings.addHere(problem);
}

function checkImage(url: Json | undefined, findings: Findings): void {
  if (typeof url !== 'string' || !/^\s*data:/i.test(url)) return checkUrl(url, findings);
  const judged = checkMedia(url, 'image', LINKS);
  if (!judged.ok) for (const problem of judged.issues) findings.addHere(problem);
}

const IMAGES: { readonly [type: string]: readonly string[] } = { card: ['image'], image: ['url', 'src'] };

/** The findings stand at the data. What a component of this type does not draw is not looked at. */
export function checkUrls(type: string, data: JsonObject, findings: Findings): void {
  for (const frame of [data, data.content]) {
    if (!isObject(frame)) continue;
    if (frame !== data) findings.path.push('content');
    for (const name of IMAGES[type] ?? []) at(name, findings, () => checkImage(frame[name], findings));
    if (type === 'card') checkActions(frame.actions, findings);
    if (frame !== data) findings.path.pop();
  }
}

/** A list of them, or a single one that is appended to the list. */
function checkActions(actions: Json | undefined, findings: Findings): void {
  if (!isArray(actions) && !isObject(actions)) return;
  at('actions', findings, () => {
    if (isObject(actions)) at('url', findings, () => checkUrl(actions.url, findings));
    for (const [key, action] of Object.entries(actions as JsonObject)) {
      if (!isObject(action)) continue;
      findings.path.push(key);
      at('url', findings, () => checkUrl(action.url, findings));
      findings.path.pop();
    }
  });
}

export function isSafeUrl(url: string): boolean {
  return /^data:/i.test(url) ? checkMedia(url, 'image', LINKS).ok : checkLink(url, LINKS).ok;
}

/** The data without the URLs that do not pass; the same object where all of them do. */
export function withoutUrls(type: string, data: JsonObject, passes: (url: string) => boolean): JsonObject {
  const images = IMAGES[type] ?? [];
  const isGood = (url: Json | undefined): boolean => typeof url !== 'string' || url === '' || passes(url);
  const kept: { [name: string]: Json } = {};
  for (const name of Object.keys(data)) {
    const value = data[name] as Json;
    if (images.includes(name)) {
      if (isGood(value)) kept[name] = value;
    } else if (name === 'actions' && type === 'card') kept[name] = withoutLinks(value, isGood);
    else kept[name] = name === 'content' && isObject(value) ? withoutUrls(type, value, passes) : value;
  }
  return Object.keys(data).every((name) => kept[name] === data[name]) ? data : kept;
}

function withoutLinks(actions: Json, isGood: (url: Json | undefined) => boolean): Json {
  const strip = (action: Json): Json => {
    if (!isObject(action) || isGood(action.url)) return action;
    const { url: _url, ...rest } = action;
    return rest;
  };
  if (isArray(actions)) return actions.every((one) => strip(one) === one) ? actions : actions.map(strip);
  if (!isObject(actions) || Object.values(actions).every((one) => strip(one) === one)) return actions;
  return Object.fromEntries(Object.entries(actions).map(([key, one]) => [key, strip(one)]));
}
