// A page of yours: what an agent sends becomes native widgets, what a person does comes back as data.
import { Catalogs, Fold } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { Intake } from '@vitrine/dialects';
import { defineElements, type VitrineSurface } from '@vitrine/web';

defineElements();
const fold = new Fold({ catalogs: new Catalogs([basic09]) });
const intake = new Intake(fold);
for (const message of [
  { version: 'v0.9', createSurface: { surfaceId: 'hello', catalogId: basic09.id } },
  {
    version: 'v0.9',
    updateComponents: {
      surfaceId: 'hello',
      components: [
        { id: 'root', component: 'Button', child: 'label', action: { event: { name: 'pressed' } } },
        { id: 'label', component: 'Text', text: 'Press me' },
      ],
    },
  },
])
  intake.message(message);

const element = document.createElement('vitrine-surface') as VitrineSurface;
document.body.append(element);
element.addEventListener('vitrine-event', (event) => console.log((event as CustomEvent).detail));
const hello = fold.surfaces.get('hello');
if (hello !== undefined) element.show(hello, fold);
