// The application: a session with its status, and the dates that are drawn in it.

import { Component, CUSTOM_ELEMENTS_SCHEMA, type ElementRef, viewChild } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { angularWidget, injectSession, provideVitrine } from '@vitrine/angular';
import { declarations } from '../catalog.mjs';
import { catalogsWith, linkOfPage } from '../shown.mjs';
import { DateRange } from './date-range.ts';

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <vitrine-session #shown [src]="src" [catalogs]="catalogs"></vitrine-session>
    <output id="status">{{ session().status }}</output>
  `,
})
class App {
  readonly src = linkOfPage();
  readonly catalogs = catalogsWith('DateRange', angularWidget(declarations.DateRange, DateRange));
  readonly shown = viewChild<ElementRef<Element>>('shown');
  readonly session = injectSession(this.shown);
}

void bootstrapApplication(App, { providers: [provideVitrine()] });
