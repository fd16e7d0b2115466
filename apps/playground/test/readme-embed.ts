// A page of yours that shows a session of a host: what its agent sends is drawn, what the person does goes back.
import { defineElements, type VitrineSessionElement } from '@vitrine/embed';

defineElements();
const element = document.createElement('vitrine-session') as VitrineSessionElement;
document.body.append(element);

// Your server has opened the session (POST /sessions) and tells its page the address for its viewer.
const { viewerUrl } = await (await fetch('/my-session.json')).json();
element.src = viewerUrl;
