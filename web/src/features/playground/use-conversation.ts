import { useEffect, useRef, useState } from 'react';
import { rememberChatModel } from '../../lib/models/sample-model';
import { useSession } from '../../lib/api/session';
import { ApiError } from '../../lib/api/api';
import { messageOf } from '../../lib/interaction/use-action';
import { ended, greeting, grown, message } from './conversation';
import { streamAnswer } from './playground-stream';
import type { ChatMessage, PlaygroundSettings, StoredConversation } from './playground.types';
import { keepConversation } from './stored-conversations';

export interface Conversation {
  messages: ChatMessage[];
  /** True while an answer is being received. */
  answering: boolean;
  send: (text: string, images?: string[]) => void;
  stop: () => void;
  /** Requests the answer `id` again; later messages are removed. */
  regenerate: (id: string) => void;
  /** Sends the user message `id` again with a new text; later messages are removed. */
  resend: (id: string, text: string) => void;
  remove: (id: string) => void;
  /** Starts a new conversation; the current one stays stored. */
  clear: () => void;
  /** Opens a stored conversation to continue it. */
  open: (stored: StoredConversation) => void;
}

/** A conversation with a model. Unmounting aborts the answer in progress. */
export function useConversation(settings: PlaygroundSettings): Conversation {
  const userId = useSession()?.id ?? 0;
  const [id, setId] = useState<string>(() => crypto.randomUUID());
  const [messages, setMessages] = useState(greeting);
  const [answering, setAnswering] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function answer(history: ChatMessage[]): Promise<void> {
    const { model, group } = settings;
    const reply = { ...message('assistant', '', 'loading'), model, group };
    let latest: ChatMessage = reply;
    const change = (how: (current: ChatMessage) => ChatMessage) => {
      latest = how(latest);
      setMessages((all) => all.map((one) => (one.id === reply.id ? latest : one)));
    };
    rememberChatModel(settings.model);
    const controller = new AbortController();
    running.current = controller;
    setMessages([...history, reply]);
    setAnswering(true);
    try {
      await streamAnswer(history, settings, {
        signal: controller.signal,
        onPiece: (piece) => change((current) => grown(current, piece)),
      });
      change((current) => ended(current));
    } catch (problem) {
      // If the user stopped it, the text received so far is the answer.
      const code = problem instanceof ApiError ? problem.code : undefined;
      change((current) => ended(current, controller.signal.aborted ? undefined : messageOf(problem), code));
    } finally {
      keepConversation(userId, id, [...history, latest]);
      if (running.current === controller) {
        running.current = undefined;
        setAnswering(false);
      }
    }
  }

  function stop() {
    running.current?.abort();
  }

  function show(shownId: string, shown: ChatMessage[]) {
    stop();
    setId(shownId);
    setMessages(shown);
  }

  return {
    messages,
    answering,
    send(text, images = []) {
      if (answering || (!text.trim() && images.length === 0)) return;
      const question = message('user', text.trim(), 'complete');
      void answer([...messages, images.length > 0 ? { ...question, images } : question]);
    },
    stop,
    regenerate(at) {
      const index = messages.findIndex((one) => one.id === at);
      if (!answering && index > 0) void answer(messages.slice(0, index));
    },
    resend(at, text) {
      const index = messages.findIndex((one) => one.id === at);
      const before = messages[index];
      if (answering || !before) return;
      void answer([...messages.slice(0, index), { ...before, content: text.trim(), createAt: Date.now() }]);
    },
    remove: (gone) => setMessages((all) => all.filter((one) => one.id !== gone)),
    clear: () => show(crypto.randomUUID(), []),
    open: (stored) => show(stored.id, stored.messages),
  };
}
