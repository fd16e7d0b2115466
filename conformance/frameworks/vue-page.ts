// The test page in Vue: two <VitrineSurface>, a rating that needs what the page provides, and trouble.

import { useSession, VitrineSession, VitrineSurface, vueWidget, type WidgetProps } from '@vitrine/vue';
import { createApp, defineComponent, h, type InjectionKey, inject, type PropType, ref, watchEffect } from 'vue';
import { Rating, sourceWith, startPage, Trouble } from './catalog.ts';

const UNIT: InjectionKey<string> = Symbol('unit');

function Stars({ label, value, max = 5, set, problem, chosen }: WidgetProps<typeof Rating>) {
  const unit = inject(UNIT, 'nothing');
  const star = (count: number) =>
    h(
      'button',
      {
        key: count,
        type: 'button',
        class: 'star',
        'aria-pressed': value === count,
        onClick: () => {
          set('value', count);
          chosen?.();
        },
      },
      `${count} ${unit}`,
    );
  return h(
    'div',
    { role: 'group', 'aria-label': label, 'data-problem': problem },
    Array.from({ length: max }, (_, i) => star(i + 1)),
  );
}
Stars.props = ['label', 'value', 'max', 'set', 'problem', 'chosen'];

const TroubleMaker = defineComponent({
  props: {
    kind: String,
    value: Number,
    set: { type: Function as PropType<WidgetProps<typeof Trouble>['set']>, required: true },
  },
  inheritAttrs: false,
  async setup(props) {
    const turns = ref(0);
    if (props.kind === 'waits') await new Promise(() => undefined);
    if (props.kind === 'writes') watchEffect(() => props.set('value', (props.value ?? 0) + 1));
    return () => {
      if (props.kind === 'throws') throw new Error('as I was told');
      return h('p', { onVnodeUpdated: () => turns.value++, onVnodeMounted: () => turns.value++ }, [
        `fine: ${props.value} ${props.kind === 'loops' ? turns.value : ''}`,
      ]);
    };
  },
});

const Status = defineComponent(() => {
  const { status, surfaces } = useSession();
  return () => h('output', `${status.value}, ${surfaces.value.map(({ id }) => id).join(' ')}`);
});

window.startVitrine = () => {
  const source = sourceWith({ Rating: vueWidget(Rating, Stars), Trouble: vueWidget(Trouble, TroubleMaker) });
  const turns = ref(0);
  startPage(source, ({ events, issues }) => {
    const surface = (surfaceId: string) =>
      h(VitrineSurface, {
        key: surfaceId,
        source,
        surfaceId,
        // Another object whenever the page is drawn, or none.
        words: turns.value % 2 === 0 ? {} : undefined,
        onVitrineEvent: ({ detail }) => events.push(detail),
        onVitrineIssue: ({ detail }) => issues.push(detail),
      });
    const app = createApp(() => [...['a', 'b'].map(surface), h(VitrineSession, { id: 'session' }, () => h(Status))]);
    app.provide(UNIT, 'stars');
    app.mount('main');
    return () => app.unmount();
  });
  window.page.redraw = () => {
    turns.value += 1;
  };
};
