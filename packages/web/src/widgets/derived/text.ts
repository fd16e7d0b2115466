// A text of a derived surface: what was sent, or a word of the page's own language where the agent sent none.

import { openwopWords } from '../../english/openwop.ts';
import { sentText, textWidget } from '../text.ts';

export const derivedText = textWidget('variant', (node, { stage }) => {
  const word = node.get('word');
  if (word !== 'resumeRun' && word !== 'sendToRun') return sentText(node);
  return { ...openwopWords, ...stage.words }[word];
});
