// Moments as people say them, short enough for a list.

import type { Time } from '@vitrine/core';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `just now`, `12 s ago`, `3 min ago`, `5 h ago`, then the day. Clocks differ a little: the future is now. */
export function ago(at: Time, now: number): string {
  const seconds = Math.floor((now - Date.parse(at)) / 1000);
  if (Number.isNaN(seconds)) return '';
  if (seconds < 5) return 'just now';
  if (seconds < MINUTE) return `${seconds} s ago`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h ago`;
  return new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
}

export function clock(at: Time): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleTimeString(undefined, { hour12: false });
}
