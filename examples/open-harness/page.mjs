// The web client: A2UI messages come as server-sent events and are drawn by the elements of @vitrine/web; what the person does goes
// back with a POST. Bundled by server.mjs.

import { Catalogs, Fold } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { a2ui09, Intake } from '@vitrine/dialects';
import { defineElements, VitrineSession } from '@vitrine/web';

defineElements();
customElements.define('vitrine-session', VitrineSession);
const session = new VitrineSession();
session.agentName = 'Open Harness';
const view = new Fold({ catalogs: new Catalogs([basic09]) });
const intake = new Intake(view, { dialects: [a2ui09] });
session.view = view;
document.body.append(session);

new EventSource('messages').addEventListener('message', ({ data }) => intake.message(JSON.parse(data)));
session.addEventListener('vitrine-event', (event) => {
  const { wire } = a2ui09.encodeEvent(/** @type {CustomEvent} */ (event).detail, view, new Date().toISOString());
  for (const message of wire) fetch('actions', { method: 'POST', body: JSON.stringify(message) });
});
