// Two messages become a live surface: bindings follow the data, and the picture follows them.
import { Catalogs, drawText, Fold, Tree, watch } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { a2ui09, Intake } from '@vitrine/dialects';

const fold = new Fold({ catalogs: new Catalogs([basic09]) });
const intake = new Intake(fold, { dialects: [a2ui09] });
const text = { call: 'formatString', args: { value: 'Hello, ${/name}!' } };
const receipts = intake.push(`
{"version": "v0.9", "createSurface": {"surfaceId": "main", "catalogId": "${basic09.id}"}}
{"version": "v0.9", "updateComponents": {"surfaceId": "main", "components": [{"id": "root", "component": "Text", "text": ${JSON.stringify(text)}}]}}
`);
for (const { issues } of receipts) for (const { code, message } of issues) console.error(code, message);

const surface = fold.surfaces.get('main');
if (surface === undefined) throw new Error('the surface was refused');
const tree = new Tree(surface, fold);
watch(() => console.log(drawText(tree).trim())); // Hello, !
fold.accept({ body: [{ op: 'set', surface: 'main', path: '/name', value: 'Ada' }] }); // Hello, Ada!
