// The widgets of A2UI's basic catalogs. The versions differ in names of properties, and little in what is drawn.

export { basicWidgets08 } from './basic-0.8.ts';
export { basicWidgets09 } from './basic-0.9.ts';
export { basicWidgets10 } from './basic-1.0.ts';
