// card of AgentChains: a title, a picture, facts as a description list, and what a person can do. A link opens under the
// URL policy; every other action is sent with the path of the action as its scope.

import { type CardAction, type CardContent, pressCardAction, readCard } from '@vitrine/core/catalogs/agentchains';
import { checkLink } from '@vitrine/core/later';
import { formatPointer, type TreeNode } from '@vitrine/core/page';
import { attribute, make, text } from '../../dom.ts';
import { brief } from '../../shown-text.ts';
import type { Drawing, Ui, Widget } from '../../widget.ts';
import { each, leftOut, OptionalLine, titleOf } from '../vitrine/parts.ts';
import { type FormLabels, formLabelsOf } from './form-labels.ts';
import { Picture } from './picture.ts';

/** The second press of a double click is an accident. */
const TWICE_MS = 400;
const MAX_SECTIONS = 500;
const MAX_ACTIONS = 50;

export const card: Widget = (ui, node) => new Card(ui, node);

class Card implements Drawing {
  readonly dom = make('article', 'card profile');
  readonly #ui: Ui;
  readonly #node: TreeNode;
  readonly #body = make('div', 'card-body');
  readonly #facts = make('dl', 'facts');
  readonly #buttons = make('div', 'card-actions');
  readonly #title = titleOf(this.#body);
  readonly #subtitle = new OptionalLine(
    this.#body,
    () => make('p', 'subtitle'),
    () => after(this.#body, this.#title),
  );
  readonly #description = new OptionalLine(
    this.#body,
    () => make('p', 'description'),
    () => after(this.#body, this.#title, this.#subtitle),
  );
  readonly #moreFacts = new OptionalLine(
    this.#body,
    () => make('p', 'caption'),
    () => this.#facts.nextSibling,
  );
  readonly #moreActions = new OptionalLine(this.#body, () => make('p', 'caption'));
  #picture: Picture | undefined;
  #actions: readonly CardAction[] = [];
  #sent = Number.NEGATIVE_INFINITY;

  constructor(ui: Ui, node: TreeNode) {
    this.#ui = ui;
    this.#node = node;
    this.dom.append(this.#body);
    this.#buttons.addEventListener('click', (event) => this.#press(event));
  }

  draw(): void {
    const content = readCard(this.#node.get('data'));
    const labels = formLabelsOf(this.#ui.stage);
    this.#drawPicture(content.image);
    this.#title.say(content.title);
    this.#subtitle.say(content.subtitle);
    this.#description.say(content.description);
    this.#drawFacts(content.sections.slice(0, MAX_SECTIONS));
    this.#moreFacts.say(leftOut(content.sections.length, MAX_SECTIONS, 'entries', labels));
    this.#drawActions(content.actions.slice(0, MAX_ACTIONS), labels);
    this.#moreActions.say(leftOut(content.actions.length, MAX_ACTIONS, 'actions', labels));
  }

  #drawPicture(image: CardContent['image']): void {
    if (image === undefined) {
      this.#picture?.dom.remove();
      this.#picture = undefined;
      return;
    }
    if (this.#picture === undefined) {
      this.#picture = new Picture(this.#ui.stage, 'banner');
      this.dom.prepend(this.#picture.dom);
    }
    this.#picture.draw(image);
  }

  #drawFacts(sections: CardContent['sections']): void {
    each(this.#facts, sections, makeFact, (fact, { label, value }) => {
      text(fact.firstElementChild as Element, brief(label));
      text(fact.lastElementChild as Element, brief(value) || '\u2013');
    });
    this.#attach(this.#facts, sections.length > 0);
  }

  #drawActions(actions: readonly CardAction[], labels: FormLabels): void {
    this.#actions = actions;
    const data = this.#node.boundPath('data') ?? [];
    each(this.#buttons, actions, makeButton, (button, { label, primary, link, index }) => {
      const look = `button${primary ? ' primary' : ''}${link === undefined ? '' : ' leads'}`;
      if (button.className !== look) button.className = look;
      text(button, brief(label) || labels.action);
      const host = link === undefined ? undefined : this.#hostOf(link, labels);
      attribute(button, 'title', host);
      this.#ui.markPending(button, formatPointer([...data, 'actions', String(index)]));
    });
    this.#attach(this.#buttons, actions.length > 0);
  }

  /** Where a link leads, for whoever wants to know before pressing it. */
  #hostOf(link: string, labels: FormLabels): string {
    const checked = checkLink(link, this.#ui.stage.urls);
    return checked.ok ? new URL(checked.value).host : labels.deadLink;
  }

  #attach(part: HTMLElement, isWanted: boolean): void {
    if (isWanted === (part.parentNode !== null)) return;
    // Facts stand above the buttons, which must not be moved: one of them may have the focus.
    const next = part === this.#facts && this.#buttons.parentNode !== null ? this.#buttons : null;
    if (isWanted) this.#body.insertBefore(part, next);
    else part.remove();
  }

  #press(event: MouseEvent): void {
    const index = [...this.#buttons.children].indexOf((event.target as Element).closest('button') as Element);
    const action = this.#actions[index];
    if (action === undefined) return;
    if (event.detail > 1 && event.timeStamp - this.#sent < TWICE_MS) return;
    this.#sent = event.timeStamp;
    if (action.link !== undefined) return void this.#ui.stage.act([{ kind: 'open-url', url: action.link }]);
    const pressed = pressCardAction(this.#node, action.index);
    if (pressed !== undefined) this.#ui.dispatch(pressed.dispatched, pressed.scope);
  }
}

/** What stands behind the last of these lines that is there. */
function after(body: Element, ...lines: readonly OptionalLine[]): Node | null {
  const last = lines.findLast(({ element }) => element !== undefined)?.element;
  return last === undefined ? body.firstChild : last.nextSibling;
}

function makeFact(): HTMLElement {
  const fact = make('div', 'fact');
  fact.append(document.createElement('dt'), document.createElement('dd'));
  return fact;
}

function makeButton(): HTMLButtonElement {
  const button = make('button', 'button');
  button.type = 'button';
  return button;
}
