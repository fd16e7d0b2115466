// Widgets whose styles come with the first of them that is drawn.

import { addStyles } from '../styles/catalog-styles.ts';
import { addInputStyles } from '../styles/inputs.ts';
import { addRareStyles } from '../styles/rare.ts';
import { type CatalogWidgets, needing } from '../widget.ts';

/** `dress`: adds the styles, if they are not there. */
export function dressed(dress: () => void, widgets: CatalogWidgets): CatalogWidgets {
  const entries = Object.entries(widgets).map(([type, widget]) => [
    type,
    needing(widget.code, (ui, node) => {
      dress();
      return widget(ui, node);
    }),
  ]);
  return Object.fromEntries(entries);
}

/** Those of a whole catalog, which may use what inputs, pictures and dialogs look like. `name`: marks their elements, which `css` is for alone. */
export function styled(name: string, css: string, widgets: CatalogWidgets): CatalogWidgets {
  const dress = (): void => {
    addInputStyles();
    addRareStyles();
    addStyles(name, css);
  };
  const marked = Object.entries(widgets).map(([type, widget]) => [
    type,
    needing(widget.code, (ui, node) => {
      const drawing = widget(ui, node);
      drawing.dom.setAttribute('data-catalog', name);
      return drawing;
    }),
  ]);
  return dressed(dress, Object.fromEntries(marked));
}
