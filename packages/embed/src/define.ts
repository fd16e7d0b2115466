// For pages without a build of their own: importing this makes the tags known.

import { defineElements } from './define-elements.ts';

defineElements();
