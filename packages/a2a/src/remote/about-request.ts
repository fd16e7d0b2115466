// Whether a remote agent refused a message because of what it names, and so did nothing.

import { causesOf } from '@vitrine/face-kit';

const ABOUT_REQUEST = ['RequestMalformedError', 'TaskNotFoundError', 'UnsupportedOperationError'];

/** By name: the SDK has each class several times. */
export function isAboutRequest(error: unknown): boolean {
  return causesOf(error).some(({ name }) => ABOUT_REQUEST.includes(name));
}
