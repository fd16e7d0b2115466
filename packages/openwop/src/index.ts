// What @vitrine/openwop offers: the face of OpenWOP, for a host to mount: envelopes, runs and interrupts of both majors.

import { mountable } from '@vitrine/face-kit';
import { createOpenwopFace } from './face.ts';

export { createOpenwopFace, type OpenwopFace, type OpenwopOptions } from './face.ts';
export { type UntrustedOrigin, wrapUntrusted } from './runs/untrusted-wrap.ts';
export { type MajorSettings, OPENWOP_SETTINGS, type OpenwopSettings, readSettings } from './settings.ts';

/** For `faces` of a host. */
export const faceWith = mountable('openwop', createOpenwopFace);
export const openwopFace = faceWith();
