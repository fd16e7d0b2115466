// Every dialect, with what writes it: a chunk that is fetched when one of them is asked for, or the page is idle.

export { convert, DIALECT_IDS, DIALECTS, dialectById } from '@vitrine/dialects';
