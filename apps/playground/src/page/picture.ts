// A surface as plain text: a chunk that is fetched when somebody wants to see one.

export { drawText } from '@vitrine/core/internal';
