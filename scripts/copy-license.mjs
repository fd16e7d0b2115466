// After the build: the licence stands in every workspace, because `npm pack` takes it from the folder of the package alone.

import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { listWorkspaces, ROOT } from './source-files.mjs';

for (const folder of listWorkspaces(ROOT)) copyFileSync(join(ROOT, 'LICENSE'), join(ROOT, folder, 'LICENSE'));
