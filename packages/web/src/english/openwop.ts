// What the OpenWOP catalog says itself, in English.

export const openwopWords = {
  choice: 'Choice',
  unfit: 'This value does not fit here.',
};

export type OpenwopWords = typeof openwopWords;
