// A page of yours that shows a session of a host: what its agent sends is drawn, what the person does goes back.
import { connectViewer } from '@vitrine/client';
import { Catalogs, type ViewerEvent } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { defineElements, type VitrineSession } from '@vitrine/web';

defineElements();
const element = document.createElement('vitrine-session') as VitrineSession;
document.body.append(element);

// Your server has opened the session (POST /sessions) and tells its page which one it is.
const { url, session, token } = await (await fetch('/my-session.json')).json();
const connection = connectViewer({ url, session, token, catalogs: new Catalogs([basic09]) });
element.view = connection.view;
connection.on('reset', (view) => {
  element.view = view;
});
connection.on('welcome', ({ agent = '', trust = 'untrusted' }) => Object.assign(element, { agentName: agent, trust }));
connection.on('effect', (effect) => element.happen(effect));
connection.on('refused', ({ event, issues, fields }) => {
  if (event.event === 'answer') element.refuse(event.ask, issues[0]?.message ?? 'It was not accepted.');
  for (const field of fields) element.refuseInput(field, field.issue.message, event.event === 'action');
});
// What the host has not answered is shown as pending; without a connection, that it will be sent.
connection.on('pending', (pending) => Object.assign(element, { pending }));
connection.on('state', (state) => Object.assign(element, { offline: state !== 'live' }));
connection.on('closed', () => {
  element.ended = true;
});

element.addEventListener('vitrine-event', (raised) => {
  const { detail: event } = raised as CustomEvent<ViewerEvent>;
  if (event.event !== 'action') return void connection.send(event);
  // What is typed unseen, as passwords are, and files are no inputs: they travel with the action that needs them.
  const { surface } = event;
  const writes = element.unseen(surface).map((write) => ({ surface, ...write }));
  void connection.send(event, { writes });
});
