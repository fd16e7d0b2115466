// Makes the elements known to the page, with the widgets of every catalog that has some.

import { agentchains } from '@vitrine/core/catalogs/agentchains';
import { minimal09 } from '@vitrine/core/catalogs/minimal-0.9';
import { defineElements, pageWidgets } from '@vitrine/web';
import { agentchainsWidgets } from '@vitrine/web/catalogs/agentchains';
import { basicWidgets09 } from '@vitrine/web/catalogs/basic';

export function defineWidgets(): void {
  defineElements();
  pageWidgets.add(minimal09, basicWidgets09).add(agentchains, agentchainsWidgets);
}
