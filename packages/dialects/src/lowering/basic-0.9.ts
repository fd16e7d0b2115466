// The basic catalog of A2UI 0.9 to and from the common words, which are mostly its own.

import { type Component, isArray, type Json } from '@vitrine/core/internal';
import { checkedColour, type Vocabulary } from './canonical.ts';
import { toUri } from './coerce.ts';

/** What A2UI 0.9 and 1.0 do alike with common words that neither of them has. */
export function toBasic09(component: Component, lose: (what: string) => void): Component {
  const { type, props } = component;
  switch (type) {
    case 'TextField':
      return props.variant === 'date' ? toDateInput(component) : component;
    case 'ChoicePicker':
      return toPicker(component, lose);
    case 'Tabs':
      // The schema wants a tab at least.
      return isArray(props.tabs) && props.tabs.length > 0
        ? component
        : { ...component, type: 'Column', props: { children: [] } };
    default:
      return component;
  }
}

function toDateInput(component: Component): Component {
  const { variant: _date, validationRegexp: _pattern, placeholder: _hint, value = '', ...props } = component.props;
  return { ...component, type: 'DateTimeInput', props: { ...props, value, enableDate: true } };
}

function toPicker(component: Component, lose: (what: string) => void): Component {
  const { maxAllowedSelections, ...props } = component.props as { [name: string]: Json };
  if (maxAllowedSelections === undefined) return component;
  if (maxAllowedSelections !== 1) lose('the number of selections is not limited');
  return { ...component, props };
}

export const vocabulary09: Vocabulary = {
  from: (component) => component,
  to: (component, lose) => [toBasic09(component, lose)],
  /** Keys of other versions may stay: the theme is open. */
  theme(theme, lose) {
    const checked: { [name: string]: Json } = { ...checkedColour(theme, lose) };
    const { iconUrl, agentDisplayName } = checked;
    if (iconUrl !== undefined && (typeof iconUrl !== 'string' || toUri(iconUrl) !== iconUrl)) {
      lose('theme.iconUrl is dropped');
      delete checked.iconUrl;
    }
    if (agentDisplayName !== undefined && typeof agentDisplayName !== 'string') {
      lose('theme.agentDisplayName is dropped');
      delete checked.agentDisplayName;
    }
    return checked;
  },
};
