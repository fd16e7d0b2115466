// What @vitrine/openwop offers: the face of OpenWOP, for a host to mount: envelopes, runs and interrupts of both majors.

import type { FacePorts } from '@vitrine/core/port';
import { createOpenwopFace, type OpenwopFace, type OpenwopOptions } from './face.ts';

export { createOpenwopFace, type OpenwopFace, type OpenwopOptions } from './face.ts';
export { type UntrustedOrigin, wrapUntrusted } from './runs/untrusted-wrap.ts';
export { type MajorSettings, OPENWOP_SETTINGS, type OpenwopSettings, readSettings } from './settings.ts';

/** For `faces` of a host. */
export const openwopFace = faceWith();

export function faceWith(options: OpenwopOptions = {}): {
  readonly name: string;
  create(port: FacePorts): OpenwopFace;
} {
  return { name: 'openwop', create: (port) => createOpenwopFace(port, options) };
}
