// Lines of work, one a key, for faces and the host. The log stands on them too, so they are core's.

export { KeyQueue, type KeyQueueOptions, type QueuedTurn } from '@vitrine/core/internal';
