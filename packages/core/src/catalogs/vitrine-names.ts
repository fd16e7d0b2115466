// Names that the extension catalog has for kinds of things.

export const CHART_VARIANTS = ['bar', 'line', 'pie'] as const;
export const STEP_STATUSES = ['pending', 'active', 'completed', 'failed'] as const;
