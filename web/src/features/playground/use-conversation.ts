import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/use-action';
import { ended, greeting, grown, message } from './conversation';
import { streamAnswer } from './playground-stream';
import type { ChatMessage, PlaygroundSettings } from './playground.types';

export interface Conversation {
  messages: ChatMessage[];
  /** Is an answer on its way? */
  answering: boolean;
  send: (text: string) => void;
  stop: () => void;
  /** Asks for the answer at `id` once more; what came after it is dropped. */
  regenerate: (id: string) => void;
  remove: (id: string) => void;
  clear: () => void;
}

/** One conversation with a model. Leaving the page ends the answer that is on its way. */
export function useConversation(settings: PlaygroundSettings): Conversation {
  const [messages, setMessages] = useState(greeting);
  const [answering, setAnswering] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function answer(history: ChatMessage[]): Promise<void> {
    const reply = message('assistant', '', 'loading');
    const change = (how: (current: ChatMessage) => ChatMessage) =>
      setMessages((all) => all.map((one) => (one.id === reply.id ? how(one) : one)));
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
      // Stopped by hand: what has come is the answer.
      change((current) => ended(current, controller.signal.aborted ? undefined : messageOf(problem)));
    } finally {
      if (running.current === controller) {
        running.current = undefined;
        setAnswering(false);
      }
    }
  }

  function stop() {
    running.current?.abort();
  }

  return {
    messages,
    answering,
    send(text) {
      if (answering || !text.trim()) return;
      void answer([...messages, message('user', text.trim(), 'complete')]);
    },
    stop,
    regenerate(id) {
      const index = messages.findIndex((one) => one.id === id);
      if (!answering && index > 0) void answer(messages.slice(0, index));
    },
    remove: (id) => setMessages((all) => all.filter((one) => one.id !== id)),
    clear() {
      stop();
      setMessages([]);
    },
  };
}
