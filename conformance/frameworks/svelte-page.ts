// The test page in Svelte 5: two <vitrine-surface>, a rating that needs the page's context, and trouble.

import { svelteWidget } from '@vitrine/svelte';
import { mount, unmount } from 'svelte';
import { Rating, sourceWith, startPage, Trouble } from './catalog.ts';
import App from './svelte/app.svelte';
import Stars from './svelte/stars.svelte';
import TroubleMaker from './svelte/trouble.svelte';

window.startVitrine = () => {
  const source = sourceWith({ Rating: svelteWidget(Rating, Stars), Trouble: svelteWidget(Trouble, TroubleMaker) });
  startPage(source, (told) => {
    const app = mount(App, { target: document.querySelector('main') as HTMLElement, props: { source, told } });
    return () => void unmount(app);
  });
};
