// What the OpenWOP catalog says itself, in English.

export const openwopWords = {
  choice: 'Choice',
  unfit: 'This value does not fit here.',
  resume: 'Continue',
  exchange: 'Send',
};

export type OpenwopWords = typeof openwopWords;
