// How the series of a chart are told apart without their colours: bars by a pattern, lines by dashes and markers.

import { SVG } from './parts.ts';

/** As many colours as the styles have. */
const LOOKS = 8;

/** Class of the n-th series or slice. */
export function lookOf(index: number): string {
  return `look-${index % LOOKS}`;
}

/** Lines over the colour: direction and distance differ. `d` in a tile of 8 by 8. */
const TILES = [
  '',
  'M-2 2L2-2M0 8L8 0M6 10L10 6',
  'M0 4H8',
  'M2 2h2v2h-2zM6 6h2v2h-2z',
  'M-2 6L2 10M0 0L8 8M6-2L10 2',
  'M4 0V8',
  'M0 4H8M4 0V8',
  'M0 0L8 8M0 8L8 0',
];

export function patterns(id: string, count: number): Element[] {
  if (count < 2) return [];
  const defs = document.createElementNS(SVG, 'defs');
  for (let i = 1; i < count; i++) {
    const pattern = document.createElementNS(SVG, 'pattern');
    pattern.id = `${id}-${i}`;
    for (const [name, value] of Object.entries({ width: '8', height: '8', patternUnits: 'userSpaceOnUse' }))
      pattern.setAttribute(name, value);
    pattern.append(tile('rect', `fill ${lookOf(i)}`), tile('path', 'hatch', TILES[i % TILES.length]));
    defs.append(pattern);
  }
  return [defs];
}

function tile(tag: 'rect' | 'path', look: string, d?: string): Element {
  const element = document.createElementNS(SVG, tag);
  element.setAttribute('class', look);
  if (d !== undefined) element.setAttribute('d', d);
  else for (const name of ['width', 'height']) element.setAttribute(name, '8');
  return element;
}

/** A small figure around a point, of another form for every series. */
export function markerPath(index: number, left: number, top: number): string {
  const x = Math.round(left * 10) / 10;
  const y = Math.round(top * 10) / 10;
  switch (index % 6) {
    case 0:
      return `M${x} ${y}m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0`;
    case 1:
      return `M${x} ${y}m-3.2-3.2h6.4v6.4h-6.4z`;
    case 2:
      return `M${x} ${y}m0-4.4l4.2 7.4h-8.4z`;
    case 3:
      return `M${x} ${y}m0-4.6l4.6 4.6l-4.6 4.6l-4.6-4.6z`;
    case 4:
      return `M${x} ${y}m0 4.4l4.2-7.4h-8.4z`;
    default:
      return `M${x} ${y}m-4-1.3h2.7v-2.7h2.6v2.7h2.7v2.6h-2.7v2.7h-2.6v-2.7h-2.7z`;
  }
}

/** The sign of a series in the legend, as it is drawn in the chart. */
export function legendSign(index: number, kind: 'bar' | 'line' | 'pie', id: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'legend-sign');
  svg.setAttribute('viewBox', '0 0 24 16');
  svg.setAttribute('aria-hidden', 'true');
  const add = (look: string, d: string, fill?: string): void => {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', `${look} ${lookOf(index)}`);
    path.setAttribute('d', d);
    if (fill !== undefined) path.setAttribute('fill', fill);
    svg.append(path);
  };
  if (kind === 'line') {
    add('line', 'M0 8H24');
    add('marker', markerPath(index, 12, 8));
  } else add('bar', 'M4 1h16v14h-16z', kind === 'bar' && index > 0 ? `url(#${id}-${index})` : undefined);
  return svg;
}
