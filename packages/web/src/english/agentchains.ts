// What the AgentChains catalog says itself, in English.

export const agentchainsWords = {
  // alert
  info: 'Info',
  success: 'Success',
  warning: 'Warning',
  error: 'Error',
  dismiss: 'Dismiss',
  // card and image
  action: 'Action',
  deadLink: 'This link cannot be opened.',
  noAddress: 'No address was sent.',
  // form
  submit: 'Submit',
  tooLong: 'This cannot be kept: it is too long.',
  reading: 'The file is still being read.',
};

export type AgentchainsWords = typeof agentchainsWords;
