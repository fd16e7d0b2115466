// What the OpenWOP catalog says itself, in English.

export const openwopWords = {
  choice: 'Choice',
};

export type OpenwopWords = typeof openwopWords;
