// The widgets that all versions of A2UI's basic catalog share.

import type { CatalogWidgets } from '../widget.ts';
import { audioPlayer } from '../widgets/audio-player.ts';
import { card } from '../widgets/card.ts';
import { checkBox } from '../widgets/check-box.ts';
import { dateTimeInput } from '../widgets/date-time-input.ts';
import { divider } from '../widgets/divider.ts';
import { icon } from '../widgets/icon.ts';
import { video } from '../widgets/video.ts';

export const alike: CatalogWidgets = {
  AudioPlayer: audioPlayer,
  Divider: divider,
  Icon: icon,
  Video: video,
  Card: card,
  CheckBox: checkBox,
  DateTimeInput: dateTimeInput,
};
