// The widgets of the AgentChains catalog. Their styles come with the first of them that is drawn.

import { AGENTCHAINS_CSS } from '../styles/agentchains.ts';
import { addStyles } from '../styles/sheet.ts';
import type { CatalogWidgets, Widget } from '../widget.ts';
import { alert } from '../widgets/agentchains/alert.ts';
import { card } from '../widgets/agentchains/card.ts';
import { chart } from '../widgets/agentchains/chart.ts';
import { code } from '../widgets/agentchains/code.ts';
import { form } from '../widgets/agentchains/form.ts';
import { image } from '../widgets/agentchains/image.ts';
import { markdown } from '../widgets/agentchains/markdown.ts';
import { steps } from '../widgets/agentchains/steps.ts';
import { table } from '../widgets/agentchains/table.ts';

function styled(widget: Widget): Widget {
  return (ui, node) => {
    addStyles('agentchains', AGENTCHAINS_CSS);
    const drawing = widget(ui, node);
    drawing.dom.setAttribute('data-catalog', 'agentchains');
    return drawing;
  };
}

export const agentchainsWidgets: CatalogWidgets = {
  card: styled(card),
  table: styled(table),
  form: styled(form),
  chart: styled(chart),
  markdown: styled(markdown),
  code: styled(code),
  image: styled(image),
  alert: styled(alert),
  steps: styled(steps),
};
