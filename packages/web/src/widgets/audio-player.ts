// AudioPlayer: a sound with the browser's own controls and what it is.

import { playerWidget } from './player.ts';

export const audioPlayer = playerWidget('audio');
