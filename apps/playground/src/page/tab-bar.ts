// A row of tabs by the ARIA pattern: one tab stop, arrow keys move and select.

/** Makes the tabs of a tablist respond; `select` is told which one. Tabs may come and go. */
export function wireTabs(list: HTMLElement, select: (tab: HTMLElement) => void): void {
  const tabs = () => [...list.querySelectorAll<HTMLElement>('[role=tab]')];
  list.addEventListener('click', ({ target }) => {
    const tab = target instanceof Element ? target.closest<HTMLElement>('[role=tab]') : null;
    if (tab !== null) select(tab);
  });
  list.addEventListener('keydown', (event) => {
    const all = tabs();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? undefined : all[nextIndex(event.key, at, all.length)];
    if (next === undefined) return;
    event.preventDefault();
    select(next);
    // Selecting may have made the tabs anew.
    (next.isConnected ? next : list.querySelector<HTMLElement>('[aria-selected=true]'))?.focus();
  });
}

export function markSelected(list: HTMLElement, selected: HTMLElement): void {
  for (const tab of list.querySelectorAll<HTMLElement>('[role=tab]')) {
    tab.setAttribute('aria-selected', String(tab === selected));
    tab.tabIndex = tab === selected ? 0 : -1;
  }
}

function nextIndex(key: string, at: number, length: number): number {
  if (key === 'ArrowRight') return (at + 1) % length;
  if (key === 'ArrowLeft') return (at + length - 1) % length;
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : -1;
}
