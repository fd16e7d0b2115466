// What an edge and Bun are asked to do: every package for pages loads, and a surface is drawn. Answers with its HTML.

import { Catalogs, Fold } from '@vitrine/core';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { DIALECTS, Intake } from '@vitrine/dialects';
import { renderToHtml } from '@vitrine/web/server';
import '@vitrine/agent';
import '@vitrine/angular';
import '@vitrine/client';
import '@vitrine/embed';
import '@vitrine/embed/define';
import '@vitrine/react';
import '@vitrine/svelte';
import '@vitrine/vue';

export async function draw() {
  const fold = new Fold({ catalogs: new Catalogs([basic10]) });
  new Intake(fold, { dialects: DIALECTS, trust: 'trusted' }).value({
    version: 'v1.0',
    createSurface: {
      surfaceId: 's',
      catalogId: basic10.id,
      components: [
        { id: 'root', component: 'Column', children: ['t', 'f'] },
        { id: 't', component: 'Text', text: '# Hello' },
        { id: 'f', component: 'TextField', label: 'Name', value: { path: '/name' } },
      ],
      dataModel: { name: 'Ada' },
    },
  });
  const [surface] = fold.surfaces.values();
  const { html } = await renderToHtml(surface, fold);
  return html;
}

// biome-ignore lint/style/noDefaultExport: a worker has its handlers there.
export default { fetch: async () => new Response(await draw()) };
