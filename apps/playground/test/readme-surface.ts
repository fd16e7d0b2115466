// A page of yours: what an agent sends becomes native widgets, what a person does comes back as data.
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { a2ui09Reader } from '@vitrine/dialects/a2ui-0.9/reader';
import { createSurface } from '@vitrine/embed/surface';

const element = createSurface({ dialects: [a2ui09Reader], catalogs: [basic09] });
element.addEventListener('vitrine-event', (event) => console.log((event as CustomEvent).detail));
document.body.append(element);

element.push({ version: 'v0.9', createSurface: { surfaceId: 'hello', catalogId: basic09.id } });
element.push({
  version: 'v0.9',
  updateComponents: {
    surfaceId: 'hello',
    components: [
      { id: 'root', component: 'Button', child: 'label', action: { event: { name: 'pressed' } } },
      { id: 'label', component: 'Text', text: 'Press me' },
    ],
  },
});
