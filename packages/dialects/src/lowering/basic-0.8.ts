// The standard catalog of A2UI 0.8 to and from the common words.

import { type Component, defined, isObject, type Json, type JsonObject, rangeEnd } from '@vitrine/core/internal';
import { checkedColour, invert, type PropNames, partId, renameProps, type Vocabulary } from './canonical.ts';

const LINE: PropNames = { distribution: 'justify', alignment: 'align' };

/** 0.8 name → common name, by common type. */
const NAMES: { readonly [type: string]: PropNames } = {
  Text: { usageHint: 'variant' },
  Image: { altText: 'description', usageHint: 'variant' },
  Row: LINE,
  Column: LINE,
  List: { alignment: 'align' },
  Tabs: { tabItems: 'tabs' },
  Modal: { entryPointChild: 'trigger', contentChild: 'content' },
  TextField: { text: 'value', textFieldType: 'variant' },
  ChoicePicker: { selections: 'value', variant: 'displayStyle' },
  Slider: { minValue: 'min', maxValue: 'max' },
};
const BACK = Object.fromEntries(Object.entries(NAMES).map(([type, names]) => [type, invert(names)]));

/** Icons that came after 0.8, as characters. */
const SYMBOLS: { readonly [name: string]: string } = {
  fastForward: '⏩',
  pause: '⏸',
  play: '▶',
  rewind: '⏪',
  skipNext: '⏭',
  skipPrevious: '⏮',
  stop: '⏹',
  volumeDown: '🔉',
  volumeMute: '🔈',
  volumeOff: '🔇',
  volumeUp: '🔊',
};

export const vocabulary08: Vocabulary = {
  from(component) {
    const type = component.type === 'MultipleChoice' ? 'ChoicePicker' : component.type;
    const props = renameProps(component.props, NAMES[type] ?? {});
    return { ...component, type, props: withDefaults(type, props) };
  },
  to(component, lose) {
    const { type } = component;
    const props = renameProps(component.props, BACK[type] ?? {});
    switch (type) {
      case 'Image':
        return [{ ...component, props: props.fit === 'scaleDown' ? { ...props, fit: 'scale-down' } : props }];
      case 'Icon':
        return [toIcon(component, lose)];
      case 'Row':
      case 'Column':
        return [{ ...component, props: withoutStretch(props, lose) }];
      case 'Button':
        return [{ ...component, props: toButton(props, lose) }];
      case 'ChoicePicker':
        return labelled({ ...component, type: 'MultipleChoice', props: toChoice(component.props) });
      case 'DateTimeInput':
        return labelled({ ...component, props: withBoth(props) });
      default:
        return [{ ...component, props }];
    }
  },
  theme(theme, lose) {
    const known = Object.fromEntries(
      Object.entries(theme).filter(
        ([name, value]) => (name === 'font' && typeof value === 'string') || name === 'primaryColor',
      ),
    );
    for (const name of Object.keys(theme)) if (known[name] === undefined) lose(`theme.${name} is dropped`);
    const checked = checkedColour(known, lose);
    return Object.keys(checked).length === 0 ? undefined : checked;
  },
};

/** 0.8 states no defaults; where a later version needs or has another one, what 0.8 renderers do is said. */
function withDefaults(type: string, props: { [name: string]: Json }): JsonObject {
  switch (type) {
    case 'Image':
      return props.fit === 'scale-down' ? { ...props, fit: 'scaleDown' } : props;
    case 'Button': {
      const { primary, ...rest } = props;
      return primary === true ? { ...rest, variant: 'primary' } : rest;
    }
    case 'ChoicePicker':
      return { ...props, variant: props.maxAllowedSelections === 1 ? 'mutuallyExclusive' : 'multipleSelection' };
    case 'Slider':
      return { ...props, max: props.max ?? rangeEnd(typeof props.min === 'number' ? props.min : 0) };
    case 'DateTimeInput':
      return props.enableDate === undefined && props.enableTime === undefined ? { ...props, enableDate: true } : props;
    default:
      return props;
  }
}

/** Later versions take what is not said for false; of 0.8's renderers some do and some do not. */
function withBoth(props: { [name: string]: Json }): JsonObject {
  if (props.enableDate === undefined && props.enableTime === undefined) return props;
  return { enableDate: false, enableTime: false, ...props };
}

function toIcon(component: Component, lose: (what: string) => void): Component {
  const { name } = component.props;
  if (isObject(name) && name.svgPath !== undefined) {
    lose('an icon drawn as a path is not sent');
    return { ...component, type: 'Text', props: { text: '' } };
  }
  const symbol = typeof name === 'string' && Object.hasOwn(SYMBOLS, name) ? SYMBOLS[name] : undefined;
  if (symbol === undefined) return component;
  lose(`the icon ${name} is sent as a character`);
  return { ...component, type: 'Text', props: { text: symbol } };
}

function withoutStretch(props: { [name: string]: Json }, lose: (what: string) => void): JsonObject {
  if (props.distribution !== 'stretch') return props;
  lose('justify stretch is dropped');
  const { distribution: _stretch, ...rest } = props;
  return rest;
}

function toButton(props: { [name: string]: Json }, lose: (what: string) => void): JsonObject {
  const { variant, ...rest } = props;
  if (variant === 'borderless') lose('the button variant borderless is dropped');
  return variant === 'primary' ? { ...rest, primary: true } : rest;
}

function toChoice(common: JsonObject): JsonObject {
  const { value, variant, displayStyle, ...rest } = common;
  const single = variant !== 'multipleSelection' && rest.maxAllowedSelections === undefined;
  return {
    ...rest,
    ...defined({ selections: value }),
    ...(single ? { maxAllowedSelections: 1 } : {}),
    ...defined({ variant: displayStyle }),
  };
}

/** 0.8 has no label on these inputs: a text above it says the same. */
function labelled(component: Component): readonly Component[] {
  const { label, ...props } = component.props;
  if (label === undefined) return [component];
  const { id, weight, a11y, ext, type } = component;
  const [text, input] = [partId(id, 'label'), partId(id, 'input')];
  return [
    {
      id,
      type: 'Column',
      props: { children: [text, input] },
      ...defined({ weight, a11y, ext }),
    },
    { id: text, type: 'Text', props: { text: label, usageHint: 'caption' } },
    { id: input, type, props },
  ];
}
