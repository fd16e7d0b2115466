// Which side the marks of a list and the bar of a quotation stand at: that where their words begin.

/** Without letters, as in a list of numbers, it is the side of the page. */
export function followWords(element: HTMLElement): void {
  if (/\p{L}/u.test(element.textContent)) element.dir = 'auto';
}
