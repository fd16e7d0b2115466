// Widgets whose styles come with the first of them that is drawn.

import { addStyles } from '../styles/sheet.ts';
import { type CatalogWidgets, needing, type Widget } from '../widget.ts';

/** `name`: marks their elements, which the styles are for alone. */
export function styled(name: string, css: string, widgets: CatalogWidgets): CatalogWidgets {
  const withStyles = (widget: Widget): Widget =>
    needing(widget.code, (ui, node) => {
      addStyles(name, css);
      const drawing = widget(ui, node);
      drawing.dom.setAttribute('data-catalog', name);
      return drawing;
    });
  return Object.fromEntries(Object.entries(widgets).map(([type, widget]) => [type, withStyles(widget)]));
}
