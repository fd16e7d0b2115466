// Another value, or another element, for a control that a person may be typing into: focus and caret stay where they are.

export type TextEntry = HTMLInputElement | HTMLTextAreaElement;

/** `change` gives the control that stands there afterwards; another than before is removed. */
export function keepCaret(before: TextEntry, change: () => TextEntry): void {
  const { selectionStart, selectionEnd, selectionDirection } = before;
  const isFocused = before.matches(':focus');
  const control = change();
  if (isFocused) {
    control.focus();
    if (control.selectionStart !== null)
      control.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
  }
  if (before !== control) before.remove();
}

export function replaceText(control: TextEntry, value: string): void {
  if (control.value === value) return;
  keepCaret(control, () => {
    control.value = value;
    return control;
  });
}
