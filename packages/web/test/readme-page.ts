// A page of yours: what an agent sends becomes native widgets, what a person does comes back as data.
import { Catalogs, Fold } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { Intake } from '@vitrine/dialects';
import { defineElements, type VitrineSession } from '@vitrine/web';

defineElements();
const fold = new Fold({ catalogs: new Catalogs([basic09]) });
const session = document.createElement('vitrine-session') as VitrineSession;
document.body.append(session);
session.view = fold;
session.addEventListener('vitrine-event', (event) => console.log((event as CustomEvent).detail));

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
