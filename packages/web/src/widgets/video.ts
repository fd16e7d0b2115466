// Video: a film with the browser's own controls and, where one was sent and is allowed, a picture before it plays.

import { playerWidget } from './player.ts';

export const video = playerWidget('video');
