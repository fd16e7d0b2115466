// What few surfaces of A2UI's basic catalogs have, in the names of each version.

import { addRareStyles } from '../styles/rare.ts';
import type { CatalogWidgets } from '../widget.ts';
import { audioPlayer } from '../widgets/audio-player.ts';
import { icon } from '../widgets/icon.ts';
import { imageWidget } from '../widgets/image.ts';
import { modalWidget } from '../widgets/modal.ts';
import { tabsWidget } from '../widgets/tabs.ts';
import { video } from '../widgets/video.ts';
import { dressed } from './styled.ts';

const alike: CatalogWidgets = { AudioPlayer: audioPlayer, Icon: icon, Video: video };

export const rare08: CatalogWidgets = dressed(addRareStyles, {
  ...alike,
  Image: imageWidget({ size: 'usageHint', words: 'altText' }),
  Tabs: tabsWidget('tabItems'),
  Modal: modalWidget({ trigger: 'entryPointChild', content: 'contentChild' }),
});

export const rare09: CatalogWidgets = dressed(addRareStyles, {
  ...alike,
  Image: imageWidget({ size: 'variant', words: 'description' }),
  Tabs: tabsWidget('tabs'),
  Modal: modalWidget(),
});

export const rare10: CatalogWidgets = rare09;

export const basicRare = [rare08, rare09, rare10] as const;

export { VitrineSurface } from '../first-load.ts';
