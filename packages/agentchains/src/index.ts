// The face of AgentChains' A2UI.

export {};
