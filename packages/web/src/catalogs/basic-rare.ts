// What few surfaces of A2UI's basic catalogs have, in the names of each version.

import type { CatalogWidgets } from '../widget.ts';
import { audioPlayer } from '../widgets/audio-player.ts';
import { icon } from '../widgets/icon.ts';
import { modalWidget } from '../widgets/modal.ts';
import { tabsWidget } from '../widgets/tabs.ts';
import { video } from '../widgets/video.ts';

const alike: CatalogWidgets = { AudioPlayer: audioPlayer, Icon: icon, Video: video };

export const rare08: CatalogWidgets = {
  ...alike,
  Tabs: tabsWidget('tabItems'),
  Modal: modalWidget({ trigger: 'entryPointChild', content: 'contentChild' }),
};

export const rare09: CatalogWidgets = { ...alike, Tabs: tabsWidget('tabs'), Modal: modalWidget() };

export const rare10: CatalogWidgets = rare09;

export const basicRare = [rare08, rare09, rare10] as const;
