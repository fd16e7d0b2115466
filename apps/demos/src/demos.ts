// The demos there are. A new one is a folder and a line here.

import { approvalDemo } from './approval/approval.ts';
import { bookingDemo } from './booking/booking.ts';
import { dashboardDemo } from './dashboard/dashboard.ts';
import type { AnyDemo } from './demo.ts';
import { marketDemo } from './market/market.ts';
import { wizardDemo } from './wizard/wizard.ts';

export const DEMOS: readonly AnyDemo[] = [bookingDemo, dashboardDemo, wizardDemo, approvalDemo, marketDemo];
