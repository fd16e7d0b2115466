// SSE as text. Data is JSON in one line, so that it never holds a line break that would end its field.

export function dataFrame(data: string, id?: number | string): string {
  return id === undefined ? `data: ${data}\n\n` : `id: ${id}\ndata: ${data}\n\n`;
}

export function eventFrame(event: string, data = '', id?: number | string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;
}
