// The streams that can be loaded with one click. They stand as files in examples/, where tests and the command line
// read them too.

export interface Example {
  readonly title: string;
  readonly file: string;
  readonly description: string;
}

export const EXAMPLES: readonly Example[] = [
  { title: 'Booking form', file: 'booking.jsonl', description: 'A2UI 0.9: inputs, checks, text made from data' },
  { title: 'Order list', file: 'orders.jsonl', description: 'A2UI 1.0: a template over a list that grows' },
  {
    title: 'Restaurants',
    file: 'restaurants.jsonl',
    description: 'A2UI 0.8: typed values, shown when rendering begins',
  },
  { title: 'Journey', file: 'journey.jsonl', description: 'A2UI 0.9: two surfaces, children that arrive late' },
  { title: 'Sign-in', file: 'sign-in.json', description: 'A2UI 1.0: one JSON list over many lines, an obscured field' },
  { title: 'Broken stream', file: 'broken.jsonl', description: 'What is wrong is said, what is right stays' },
];
