// Names that the surfaces of AgentChains' components have in common.

/** Where the parts of a surface stand in its data model. */
export const DATA_PATH = '/data';
export const VALUES_PATH = '/values';

/** Names of the events that these components send. */
export const SUBMIT_EVENT = 'submit';
export const PRESS_EVENT = 'action';

/** The buttons of a derived surface: that of an action has its position behind it. */
export const ACTION_ID = 'action-';
export const SUBMIT_ID = 'submit';
