// Chart: a picture with a summary in words, a legend, and the numbers themselves behind a switch. Drawing
// the shapes is left to chart-draw.ts, which is fetched when the first chart is shown.

import type { ChartContent } from '@vitrine/core/catalogs/vitrine';
import type { TreeNode } from '@vitrine/core/page';
import { attribute, make, text } from '../../dom.ts';
import { LazyCode } from '../../lazy-code.ts';
import { Reading } from '../../reading.ts';
import { brief } from '../../shown-text.ts';
import { type Drawing, needing, type Ui, type Widget } from '../../widget.ts';
import { ChartData } from './chart-data.ts';
import { legendSign } from './chart-look.ts';
import { formatter } from './chart-numbers.ts';
import { summaryOf } from './chart-summary.ts';
import { type Labels, labelsOf } from './labels.ts';
import { OptionalLine, SVG, titleOf } from './parts.ts';

/** More lines or sets of bars than these nobody tells apart. */
const MAX_SERIES = 12;
const MAX_SLICES = 24;
/** Until its place is measured. */
const FIRST_WIDTH = 640;

const chartDrawing = new LazyCode(() => import('./chart-draw.ts'));

export function chartWidget(read: (node: TreeNode) => ChartContent): Widget {
  return needing(chartDrawing, (ui, node) => new Chart(ui, node, read));
}

class Chart implements Drawing {
  readonly dom = make('figure', 'chart');
  readonly #ui: Ui;
  readonly #node: TreeNode;
  readonly #title = titleOf(this.dom);
  readonly #plot = make('div', 'plot');
  readonly #legend = make('ul', 'legend');
  readonly #svg = document.createElementNS(SVG, 'svg');
  readonly #note: OptionalLine;
  readonly #data: ChartData;
  readonly #observer: ResizeObserver;
  readonly #id: string;
  readonly #content: Reading<ChartContent>;
  #width = FIRST_WIDTH;
  #legendOf = '';

  constructor(ui: Ui, node: TreeNode, read: (node: TreeNode) => ChartContent) {
    this.#ui = ui;
    this.#node = node;
    this.#content = new Reading(ui, () => read(node));
    this.#id = ui.stage.newId();
    attribute(this.#svg, 'role', 'img');
    attribute(this.#svg, 'class', 'drawing');
    attribute(this.#svg, 'part', 'drawing');
    this.#data = new ChartData(ui);
    this.dom.append(this.#plot, this.#legend, this.#data.dom);
    this.#note = new OptionalLine(
      this.dom,
      () => make('p', 'caption'),
      () => this.#data.dom,
    );
    this.#observer = new ResizeObserver(([entry]) => this.#measured(entry?.contentRect.width ?? 0));
    this.#observer.observe(this.#plot);
  }

  get named(): Element {
    return this.#svg;
  }

  draw(): void {
    const all = this.#content.take();
    if (all === undefined) return;
    const content = this.#drawable(all);
    const { locale } = this.#node.scope;
    const labels = labelsOf(this.#ui.stage);
    this.#title.say(content.title);
    const isEmpty = !content.series.some(({ values }) => values.some((value) => value !== null));
    const lib = isEmpty ? 'failed' : chartDrawing.value(this.#ui.stage);
    if (isEmpty) this.#stand('nothing', labels.nothing);
    else if (lib === 'waiting') this.#stand('skeleton', '');
    else if (lib === 'failed') this.#stand('nothing', labels.noDrawing);
    else {
      if (this.#svg.parentNode !== this.#plot) this.#plot.replaceChildren(this.#svg);
      lib.drawChart(content, { svg: this.#svg, width: this.#width, locale, id: this.#id });
      attribute(this.#svg, 'aria-label', brief(summaryOf(all, formatter(locale), labels)));
    }
    this.#drawLegend(isEmpty ? { ...content, series: [] } : content, locale, labels);
    const left = all.series.length - content.series.length;
    this.#note.say(left > 0 ? labels.notDrawn(left) : undefined);
    this.#data.draw(all, formatter(locale));
  }

  dispose(): void {
    this.#content.dispose();
    this.#observer.disconnect();
    this.#data.dispose();
  }

  #drawable(content: ChartContent): ChartContent {
    const most = content.kind === 'pie' ? 1 : MAX_SERIES;
    return content.series.length <= most ? content : { ...content, series: content.series.slice(0, most) };
  }

  #measured(width: number): void {
    const now = Math.max(200, Math.round(width));
    if (width === 0 || now === this.#width) return;
    this.#width = now;
    this.#ui.schedule();
  }

  #stand(look: 'skeleton' | 'nothing', words: string): void {
    const stands = this.#plot.firstElementChild;
    if (stands?.classList.contains(look) && stands.textContent === words) return;
    const place = make('p', `${look}${look === 'skeleton' ? ' tall' : ''}`);
    if (look === 'skeleton') place.ariaHidden = 'true';
    // The plot runs from left to right in every language; the sentence does not.
    place.dir = 'auto';
    place.textContent = words;
    this.#plot.replaceChildren(place);
  }

  #drawLegend(content: ChartContent, locale: string, labels: Labels): void {
    const entries = content.kind === 'pie' ? shares(content, locale, labels) : namesOf(content, labels);
    const now = JSON.stringify([content.kind, entries, content.categories.length, labels.none]);
    if (now === this.#legendOf) return;
    this.#legendOf = now;
    this.#legend.hidden = entries.length === 0;
    const more = content.kind === 'pie' ? content.categories.length - entries.length : 0;
    this.#legend.replaceChildren(
      ...entries.map((words, i) => {
        const entry = document.createElement('li');
        const label = make('span', 'legend-label');
        text(label, brief(words));
        entry.append(legendSign(i, content.kind, this.#id), label);
        return entry;
      }),
      ...(more > 0 ? [restEntry(labels.andMore(more))] : []),
    );
  }
}

function restEntry(words: string): HTMLElement {
  const entry = document.createElement('li');
  entry.textContent = words;
  return entry;
}

/** One series needs no legend unless it has a name. */
function namesOf({ series }: ChartContent, labels: Labels): readonly string[] {
  if (series.length === 1 && series[0]?.name === '') return [];
  return series.map(({ name }, i) => name || labels.series(i + 1));
}

function shares({ categories, series }: ChartContent, locale: string, labels: Labels): readonly string[] {
  const format = formatter(locale);
  const values = series[0]?.values ?? [];
  const most = values.reduce<number>((size, value) => Math.max(size, value ?? 0), 0) || 1;
  const whole = values.reduce<number>((sum, value) => sum + Math.max(0, value ?? 0) / most, 0) || 1;
  return categories.slice(0, MAX_SLICES).map((category, i) => {
    const value = values[i] ?? null;
    if (value === null) return `${category}: ${labels.none}`;
    const share = value > 0 ? ` (${Math.round((1000 * value) / most / whole) / 10}%)` : '';
    return `${category}: ${format(value)}${share}`;
  });
}
