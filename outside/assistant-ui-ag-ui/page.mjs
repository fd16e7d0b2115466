// An application of assistant-ui as anybody writes it: its runtime on our face, a thread, and the tool that draws surfaces.

import { HttpAgent } from '@ag-ui/client';
import {
  AssistantRuntimeProvider,
  ComposerPrimitive,
  MessagePrimitive,
  ThreadPrimitive,
  useAssistantToolUI,
} from '@assistant-ui/react';
import { useAgUiRuntime, useAgUiSendA2uiAction } from '@assistant-ui/react-ag-ui';
import { createActionRegistry, defaultGenerativeUILibrary, JSONGenerativeUI } from '@assistant-ui/react-generative-ui';
import { createElement, useMemo } from 'react';
import { createRoot } from 'react-dom/client';

const agent = new HttpAgent({ url: `${location.origin}/ag-ui/dev` });
const parts = { Text: ({ text }) => createElement('p', null, text) };
const Message = () =>
  createElement(MessagePrimitive.Root, null, createElement(MessagePrimitive.Parts, { components: parts }));
const messages = { UserMessage: Message, AssistantMessage: Message };

function Surfaces() {
  const send = useAgUiSendA2uiAction();
  const render = useMemo(() => {
    const actions = createActionRegistry({ 'a2ui:action': ({ payload }) => send(payload) });
    return new JSONGenerativeUI({ library: defaultGenerativeUILibrary, actions }).present().render;
  }, [send]);
  useAssistantToolUI({ toolName: 'present', render });
  return null;
}

function App() {
  const runtime = useAgUiRuntime({ agent });
  return createElement(
    AssistantRuntimeProvider,
    { runtime },
    createElement(Surfaces),
    createElement(ThreadPrimitive.Root, null, createElement(ThreadPrimitive.Messages, { components: messages })),
    createElement(ComposerPrimitive.Root, null, createElement(ComposerPrimitive.Input, { 'aria-label': 'Words' })),
  );
}

createRoot(document.body.appendChild(document.createElement('div'))).render(createElement(App));
