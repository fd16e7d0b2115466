// The test page in Angular: a component for each surface, a rating that needs what the page provides, and trouble. Its templates
// are compiled in the page, so that the tests need no build of Angular's own.

import '@angular/compiler';
import {
  Component,
  CUSTOM_ELEMENTS_SCHEMA,
  InjectionToken,
  inject,
  provideZonelessChangeDetection,
  signal,
  ViewChild,
} from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { angularWidget, injectSession, injectWidgets, provideVitrine } from '@vitrine/angular';
import { Rating, sourceWith, startPage, Trouble } from '../../conformance/frameworks/catalog.ts';

const UNIT = new InjectionToken('unit');
const TOLD = new InjectionToken('told');
const SOURCE = new InjectionToken('source');

/** A query that is a signal needs a compiler; this is the same by hand. */
class Tagged {
  static propDecorators = { tag: [{ type: ViewChild, args: ['tag', { static: true }] }] };

  element = signal(undefined);

  set tag(found) {
    this.element.set(found);
  }
}

const Stars = Component({
  selector: 'test-stars',
  inputs: ['label', 'value', 'max', 'set', 'problem', 'chosen'],
  template: `
    <div role="group" [attr.aria-label]="label" [attr.data-problem]="problem">
      @for (count of counts; track count) {
        <button type="button" class="star" [attr.aria-pressed]="value === count" (click)="choose(count)">{{ count }} {{ unit }}</button>
      }
    </div>`,
})(
  class {
    unit = inject(UNIT, { optional: true }) ?? 'nothing';

    get counts() {
      return Array.from({ length: this.max ?? 5 }, (_, i) => i + 1);
    }

    choose(count) {
      this.set('value', count);
      this.chosen?.();
    }
  },
);

const TroubleMaker = Component({
  selector: 'test-trouble',
  inputs: ['kind', 'value', 'set'],
  template: '<p>fine: {{ words }}</p>',
})(
  class {
    ngOnChanges() {
      if (this.kind === 'writes') this.set('value', (this.value ?? 0) + 1);
    }

    get words() {
      if (this.kind === 'throws') throw new Error('as I was told');
      return this.value;
    }
  },
);

const Surface = Component({
  selector: 'test-surface',
  inputs: ['surfaceId'],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `<vitrine-surface #tag [source]="source" [surfaceId]="surfaceId"
    (vitrine-event)="told.events.push($event.detail)" (vitrine-issue)="told.issues.push($event.detail)"></vitrine-surface>`,
})(
  class extends Tagged {
    source = inject(SOURCE);
    told = inject(TOLD);

    constructor() {
      super();
      injectWidgets(this.element);
    }
  },
);

const Page = Component({
  selector: 'test-page',
  imports: [Surface],
  providers: [{ provide: UNIT, useValue: 'stars' }],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <test-surface surfaceId="a" /><test-surface surfaceId="b" />
    <vitrine-session id="session" #tag></vitrine-session>
    <output>{{ session().status }}, {{ session().surfaces.length }}</output>`,
})(
  class extends Tagged {
    session = injectSession(this.element);
  },
);

window.startVitrine = () => {
  const source = sourceWith({
    Rating: angularWidget(Rating, Stars),
    Trouble: angularWidget(Trouble, TroubleMaker),
  });
  startPage(source, (told) => {
    document.querySelector('main').append(document.createElement('test-page'));
    const started = bootstrapApplication(Page, {
      providers: [
        provideZonelessChangeDetection(),
        provideVitrine(),
        { provide: TOLD, useValue: told },
        { provide: SOURCE, useValue: source },
      ],
    });
    return () => void started.then((application) => application.destroy());
  });
};
