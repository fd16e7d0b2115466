// A range of dates in Angular: two fields, of which the second begins where the first ends.

import { Component, computed, input } from '@angular/core';
import type { SlotControls } from '@vitrine/angular';

@Component({
  selector: 'app-date-range',
  template: `
    <fieldset [attr.aria-label]="label()" [attr.aria-invalid]="problem() !== undefined">
      <label>From <input type="date" [value]="from()" (change)="choose($any($event.target).value, to())" /></label>
      <label>To <input type="date" [value]="to()" [min]="from()" (change)="choose(from(), $any($event.target).value)" /></label>
    </fieldset>
  `,
})
export class DateRange {
  readonly label = input<string>();
  readonly value = input<string>();
  readonly set = input.required<SlotControls['set']>();
  readonly problem = input<string>();
  readonly isRequired = input(false);
  readonly from = computed(() => this.value()?.split('/')[0] ?? '');
  readonly to = computed(() => this.value()?.split('/')[1] ?? '');

  choose(from: string, to: string): void {
    this.set()('value', `${from}/${to !== '' && to < from ? from : to}`);
  }
}
