// Dates and times between the ISO 8601 texts of a data model and the native controls. What a person enters is written in
// the form that the bound text had: its seconds, its offset, the part that the control does not show.

import { instantOf, offsetAt, parseDate } from '@vitrine/core/later';

export type DateKind = 'date' | 'time' | 'datetime-local';

/** Of a text that has a time: its date, what stands between, its seconds, its offset. */
const FORM = /^(\d{4}-\d\d(?:-\d\d)?)?([Tt ]?)\d\d:\d\d([:.,\d]*)( ?(?:[Zz]|[+-][\d:]+))?$/;

const LAST_MINUTE = 86_340_000;

/** What a control of this kind shows for a text: its own clock face, a moment in the person's zone. */
export function dateForControl(text: string, kind: DateKind, zone: string, isEnd = false): string | undefined {
  const parsed = parseDate(text);
  if (parsed?.kind === 'instant') {
    if (kind === 'datetime-local') return part(parsed.instant + offsetAt(parsed.instant, zone), kind);
    // Without both halves there is nothing to move into another zone.
    return dateForControl(withoutOffset(text), kind, zone);
  }
  if (parsed === undefined || parsed.kind === (kind === 'time' ? 'date' : 'time')) return undefined;
  return part(parsed.wall + (parsed.kind === 'date' && isEnd ? LAST_MINUTE : 0), kind);
}

/** What is written when a person enters `entered`, where `before` was bound. */
export function dateFromControl(entered: string, kind: DateKind, before: string, zone: string): string {
  const text = before.trim();
  const [, date, separator, seconds = '', offset = ''] = (parseDate(text) && FORM.exec(text)) ?? [];
  if (entered === '' || separator === undefined || (date === undefined && kind !== 'time')) return entered;
  if (kind === 'date') return entered + text.slice(date?.length);
  const own = kind === 'time' ? entered : onClockOf(text, entered, zone);
  if (own === undefined) return entered;
  const [time = '', day = date ?? ''] = own.split('T').reverse();
  return day + separator + time + seconds.replace(/\d/g, '0').slice(time.length - 5) + offset;
}

/** Moves what was entered from the person's zone to the offset that a text has, if it has one. */
function onClockOf(text: string, entered: string, zone: string): string | undefined {
  const moment = parseDate(text);
  const there = parseDate(withoutOffset(text));
  const here = parseDate(entered);
  if (moment?.kind !== 'instant') return entered;
  if (there?.kind !== 'wall' || here?.kind !== 'wall') return undefined;
  return part(instantOf(here.wall, zone) + there.wall - moment.instant, 'datetime-local');
}

function withoutOffset(text: string): string {
  return text.trim().replace(/ ?(?:[Zz]|[+-][\d:]+)$/, '');
}

function part(wall: number, kind: DateKind): string | undefined {
  const iso = new Date(wall).toISOString();
  // Moving into a zone may lead out of the years that controls know: the others begin with a sign, or are 0000.
  if (iso < '0001') return undefined;
  if (kind === 'date') return iso.slice(0, 10);
  return iso.slice(kind === 'time' ? 11 : 0, iso.slice(17, 19) === '00' ? 16 : 19);
}
