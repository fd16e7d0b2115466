// The drawing of a chart: axes, bars, lines and slices as SVG, sized for the width it is given. In a chunk of its own with
// the libraries that know about scales and shapes. Title, legend and data table are left to chart.ts.

import type { ChartContent } from '@vitrine/core/catalogs/vitrine';
import { type ScaleBand, scaleBand, scaleLinear } from 'd3-scale';
import { arc, line, type PieArcDatum, pie } from 'd3-shape';
import { brief } from '../../shown-text.ts';
import { lookOf, markerPath, patterns } from './chart-look.ts';
import { cut, extentOf, formatter, type Point, stepOf, thin, unitOf, type Values } from './chart-numbers.ts';
import { SVG } from './parts.ts';

export interface Canvas {
  readonly svg: SVGSVGElement;
  readonly width: number;
  readonly locale: string;
  /** Begins the ids of what the drawing refers to in itself. */
  readonly id: string;
}

const FONT = 12;
/** Roughly what a character of that size takes. */
const CHARACTER = 6.8;
/** Markers on every point are of use while they can be told apart. */
const MAX_MARKERS = 60;
/** A degree each. */
const MAX_SLICES = 360;
/** Of one bar, in pixels. */
const MAX_BAR_WIDTH = 72;

export function drawChart(content: ChartContent, canvas: Canvas): void {
  const shapes = content.kind === 'pie' ? drawPie(content, canvas) : drawAxes(content, canvas);
  canvas.svg.replaceChildren(...shapes);
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function drawAxes(content: ChartContent, canvas: Canvas): Element[] {
  const { width } = canvas;
  const height = Math.round(Math.max(220, Math.min(360, width * 0.56)));
  canvas.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const values = content.series.map((one) => one.values);
  const extent = extentOf(values, content.kind === 'bar');
  const unit = unitOf(extent);
  const format = formatter(canvas.locale);
  const y = scaleLinear([extent[0] / unit, extent[1] / unit], [0, 1]).nice(5);
  const ticks = y.ticks(5);
  const labels = ticks.map((tick) => format(tick * unit));
  const widest = Math.max(...labels.map((label) => label.length), 1) * CHARACTER;
  const area: Area = {
    left: Math.min(width / 3, widest + 14) + (content.yLabel === undefined ? 0 : 20),
    top: 10,
    right: width - 10,
    bottom: height - 26 - (content.xLabel === undefined ? 0 : 20),
  };
  y.range([area.bottom, area.top]);
  const at = (value: number): number => y(value / unit);
  const x = scaleBand(
    content.categories.map((_, i) => i),
    [area.left, area.right],
  )
    .paddingInner(0.25)
    .paddingOuter(0.12);
  const zero = Math.max(area.top, Math.min(area.bottom, at(0)));
  return [
    ...ticks.flatMap((tick, i) => tickOf(y(tick), labels[i] as string, area)),
    ...categoriesOf(content.categories, x, area),
    ...axisTitles(content, area, height),
    ...(content.kind === 'bar' ? bars(values, x, at, zero, canvas) : lines(values, x, at, canvas)),
    shape('path', 'axis', { d: `M${area.left} ${round(zero)}H${area.right}` }),
  ];
}

function tickOf(y: number, label: string, area: Area): Element[] {
  return [
    shape('path', 'rule', { d: `M${area.left} ${round(y)}H${area.right}` }),
    words(label, area.left - 8, y + FONT * 0.35, 'end'),
  ];
}

function categoriesOf(categories: readonly string[], x: ScaleBand<number>, area: Area): Element[] {
  const room = area.right - area.left;
  const longest = Math.min(12, longestOf(categories));
  const step = stepOf(categories.length, room, longest * CHARACTER + 8);
  const most = Math.max(3, Math.floor((room / Math.max(1, Math.ceil(categories.length / step)) - 4) / CHARACTER));
  const drawn: Element[] = [];
  for (let i = 0; i < categories.length; i += step) {
    const middle = (x(i) ?? 0) + x.bandwidth() / 2;
    drawn.push(words(cut(brief(categories[i] as string), most), middle, area.bottom + 18, 'middle'));
  }
  return drawn;
}

/** Of a thousand of them, and the last. */
function longestOf(categories: readonly string[]): number {
  let longest = categories.at(-1)?.length ?? 1;
  const stride = Math.ceil(categories.length / 1000);
  for (let i = 0; i < categories.length; i += stride) longest = Math.max(longest, categories[i]?.length ?? 0);
  return longest;
}

function axisTitles({ xLabel, yLabel }: ChartContent, area: Area, height: number): Element[] {
  const titles: Element[] = [];
  if (xLabel !== undefined)
    titles.push(words(cut(brief(xLabel), 60), (area.left + area.right) / 2, height - 6, 'middle', 'axis-title'));
  if (yLabel !== undefined) {
    const middle = (area.top + area.bottom) / 2;
    const title = words(cut(brief(yLabel), 30), 0, 0, 'middle', 'axis-title');
    title.setAttribute('transform', `translate(13 ${round(middle)}) rotate(-90)`);
    titles.push(title);
  }
  return titles;
}

type At = (value: number) => number;

/** All bars of a series are one path: thousands of them cost one element. */
function bars(
  series: readonly (readonly (number | null)[])[],
  x: ScaleBand<number>,
  at: At,
  zero: number,
  canvas: Canvas,
): Element[] {
  // A few bars need not fill the chart.
  const room = Math.min(Math.max(x.bandwidth(), 0.5), MAX_BAR_WIDTH * series.length);
  const begin = (x.bandwidth() - room) / 2;
  const inner = scaleBand(
    series.map((_, i) => i),
    [begin, begin + room],
  ).paddingInner(series.length > 1 ? 0.08 : 0);
  const wide = Math.max(inner.bandwidth(), 0.75);
  const drawn = series.map((values, i) => {
    const d = points(thin(values, canvas.width * 2)).map(({ index, value }) => {
      const top = at(value);
      const tall = round(zero - top);
      // A zero, too, is there to be seen.
      const height = Math.abs(tall) < 1 ? 1 : tall;
      return `M${round((x(index) ?? 0) + (inner(i) ?? 0))} ${round(zero)}v${-height}h${round(wide)}v${height}z`;
    });
    return shape('path', `bar ${lookOf(i)}`, { d: d.join(''), fill: patternOf(i, series.length, canvas) });
  });
  return [...patterns(canvas.id, series.length), ...drawn];
}

function patternOf(index: number, count: number, canvas: Canvas): string | undefined {
  return count > 1 && index > 0 ? `url(#${canvas.id}-${index})` : undefined;
}

function lines(
  series: readonly (readonly (number | null)[])[],
  x: ScaleBand<number>,
  at: At,
  canvas: Canvas,
): Element[] {
  const across = ({ index }: { readonly index: number }): number => round((x(index) ?? 0) + x.bandwidth() / 2);
  return series.flatMap((values, i) => {
    const drawn = thin(values, canvas.width * 2);
    const path = line<Values[number]>()
      .defined(({ value }) => value !== null)
      .x(across)
      .y(({ value }) => round(at(value as number)))([...drawn]);
    const marked = values.length <= MAX_MARKERS ? points(drawn) : alone(drawn);
    const markers = marked.map((point) => markerPath(i, across(point), round(at(point.value))));
    return [
      shape('path', `line ${lookOf(i)}`, { d: path ?? '' }),
      shape('path', `marker ${lookOf(i)}`, { d: markers.join('') }),
    ];
  });
}

function points(values: Values): readonly Point[] {
  return values.filter((one): one is Point => one.value !== null);
}

/** A point between gaps has no line: without a marker nobody would see it. */
function alone(values: Values): readonly Point[] {
  return values.filter(
    (one, i): one is Point =>
      one.value !== null && (values[i - 1]?.value ?? null) === null && (values[i + 1]?.value ?? null) === null,
  );
}

/** Slices of the first series; what is negative has no share of a whole. */
function drawPie({ categories, series }: ChartContent, canvas: Canvas): Element[] {
  const radius = Math.max(50, Math.min(122, canvas.width / 2 - 64));
  const size = 2 * radius + 56;
  canvas.svg.setAttribute('viewBox', `0 0 ${canvas.width} ${size}`);
  const slices = slicesOf(series[0]?.values ?? []);
  const whole = slices.reduce((sum, { value }) => sum + value, 0);
  const shapeOf = arc<PieArcDatum<Point>>()
    .innerRadius(radius * 0.5)
    .outerRadius(radius);
  const labelAt = arc<PieArcDatum<Point>>()
    .innerRadius(radius + 12)
    .outerRadius(radius + 12);
  const group = shape('g', 'pie', { transform: `translate(${round(canvas.width / 2)} ${size / 2})` });
  for (const slice of pie<Point>()
    .sort(null)
    .value(({ value }) => value)([...slices])) {
    const { index, value } = slice.data;
    group.append(shape('path', index < 0 ? 'slice rest' : `slice ${lookOf(index)}`, { d: shapeOf(slice) ?? '' }));
    if (value / whole < 0.04) continue;
    const [left, top] = labelAt.centroid(slice);
    const side = Math.abs(left) < 12 ? 'middle' : left < 0 ? 'end' : 'start';
    const room = Math.floor((canvas.width / 2 - Math.abs(left)) / CHARACTER);
    group.append(words(cut(brief(categories[index] ?? ''), Math.max(3, room)), left, top + FONT * 0.35, side));
  }
  return [group];
}

/** Shares need no unit, and sums of the largest doubles are infinite. Those behind the last that can be seen are one. */
function slicesOf(values: readonly (number | null)[]): readonly Point[] {
  const most = values.reduce<number>((size, value) => Math.max(size, value ?? 0), 0);
  const slices: Point[] = [];
  let rest = 0;
  for (const [index, value] of values.entries()) {
    if (value === null || value <= 0) continue;
    if (slices.length < MAX_SLICES) slices.push({ index, value: value / most });
    else rest += value / most;
  }
  return rest === 0 ? slices : [...slices, { index: -1, value: rest }];
}

function shape(tag: string, look: string, attributes: { readonly [name: string]: string | undefined }): Element {
  const element = document.createElementNS(SVG, tag);
  element.setAttribute('class', look);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value);
  return element;
}

function words(label: string, x: number, y: number, anchor: string, look = 'tick'): Element {
  const element = shape('text', look, { x: String(round(x)), y: String(round(y)), 'text-anchor': anchor });
  element.textContent = label;
  return element;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export { VitrineSurface } from '../../first-load.ts';
