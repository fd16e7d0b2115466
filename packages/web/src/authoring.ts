// What authors of widgets import: the base for fields, which has label, problem and checks, and the hands that make elements.
// It touches no document until a widget is drawn, so that a catalog with its widgets can be read where there is none.

export { frame } from './controls/field-frame.ts';
export { drawHint } from './controls/field-hint.ts';
export { attribute, make, text } from './dom.ts';
export { Field } from './field.ts';
export { brief } from './shown-text.ts';
export type { CatalogWidgets, Drawing, Ui, Widget } from './widget.ts';
