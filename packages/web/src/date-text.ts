// Dates and times between the ISO 8601 texts of a data model and the native controls. What a person enters is written in
// the form that the bound text had: its seconds, its offset, the part that the control does not show.

import { instantOf, offsetAt, parseDate } from '@vitrine/core';

export type DateKind = 'date' | 'time' | 'datetime-local';

const FORM = /^(\d{4}-\d\d(?:-\d\d)?)?([Tt ]?)(\d\d:\d\d)(:\d\d)?(?:[.,](\d+))? ?(Z|z|[+-]\d\d(?::?\d\d)?)?$/;

/** What a control of this kind shows for a text: its own clock face, a moment in the person's zone. */
export function dateForControl(text: string, kind: DateKind, zone: string, isEnd = false): string | undefined {
  const parsed = parseDate(text);
  if (parsed === undefined) return undefined;
  if (parsed.kind === 'instant') {
    // Without both halves there is nothing to move into another zone.
    const own =
      kind === 'datetime-local' ? parsed.instant + offsetAt(parsed.instant, zone) : wallOf(text, parsed.instant);
    return part(own, kind);
  }
  if (parsed.kind === 'time') return kind === 'time' ? part(parsed.wall, kind) : undefined;
  if (parsed.kind === 'date' && kind === 'time') return undefined;
  return part(parsed.kind === 'date' && isEnd && kind !== 'date' ? parsed.wall + LAST_MINUTE : parsed.wall, kind);
}

/** What is written when a person enters `entered`, where `before` was bound. */
export function dateFromControl(entered: string, kind: DateKind, before: string, zone: string): string {
  const text = before.trim();
  const form = parseDate(text) === undefined ? null : FORM.exec(text);
  if (entered === '' || form === null) return entered;
  const [, date, separator = '', , seconds, fraction, offset = ''] = form;
  const ending = (time: string): string => withSeconds(time, seconds, fraction) + offset;
  if (kind === 'date') return date === undefined ? entered : entered + text.slice(date.length);
  if (kind === 'time') return (date ?? '') + separator + ending(entered);
  if (date === undefined) return entered;
  let own = entered;
  if (offset !== '') {
    const wall = parseDate(entered);
    if (wall === undefined || wall.kind === 'instant') return entered;
    own = part(instantOf(wall.wall, zone) + offsetOf(offset), kind) ?? entered;
  }
  const [day, time = ''] = own.split('T');
  return day + separator + ending(time);
}

const LAST_MINUTE = 86_340_000;

function part(wall: number, kind: DateKind): string | undefined {
  // Moving into a zone may lead out of the years that controls know.
  if (!(wall >= -62_135_596_800_000 && wall < 253_402_300_800_000)) return undefined;
  const iso = new Date(wall).toISOString();
  if (kind === 'date') return iso.slice(0, 10);
  return iso.slice(kind === 'time' ? 11 : 0, iso.slice(17, 19) === '00' ? 16 : 19);
}

function wallOf(text: string, instant: number): number {
  const offset = FORM.exec(text.trim())?.[6];
  return offset === undefined ? instant : instant + offsetOf(offset);
}

function offsetOf(offset: string): number {
  const epoch = parseDate(`1970-01-01T00:00${offset}`);
  return epoch?.kind === 'instant' ? -epoch.instant : 0;
}

function withSeconds(time: string, seconds: string | undefined, fraction: string | undefined): string {
  const full = seconds !== undefined && time.length === 5 ? `${time}:00` : time;
  return fraction === undefined || full.includes('.') ? full : `${full}.${'0'.repeat(fraction.length)}`;
}
