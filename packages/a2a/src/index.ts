// The A2A face: the A2UI extension in every form, as server and as client.

export {};
