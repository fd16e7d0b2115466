// What the OpenWOP catalog says itself, in English.

export const openwopWords = {
  choice: 'Choice',
  // Buttons that came without a name
  resumeRun: 'Continue',
  sendToRun: 'Send',
};

export type OpenwopWords = typeof openwopWords;
