// What a person is told while a file that takes a while goes to the host: how far it is, in steps that can be listened to.

import { shorten } from '../page/element.ts';

/** Smaller files are there before anybody has read of them. */
const MIN_TOLD_BYTES = 256 * 1024;
const STEP_PERCENT = 5;

export function uploadTeller(say: (words: string) => void) {
  let last = '';
  return ({ name, sent, size }: { readonly name: string; readonly sent: number; readonly size: number }): void => {
    if (size < MIN_TOLD_BYTES) return;
    const percent = Math.floor(((sent / size) * 100) / STEP_PERCENT) * STEP_PERCENT;
    const words = percent < 100 ? `Sending ${shorten(name, 60)}: ${percent}%` : `Sent ${shorten(name, 60)}.`;
    if (words === last) return;
    last = words;
    say(words);
  };
}
