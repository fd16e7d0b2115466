// For pages without a build of their own: importing this makes the tags known. On a server it does nothing.

import { defineElements } from './define-elements.ts';

defineElements();
