import { useEffect, useRef, useState } from 'react';
import { rememberChatModel } from '../../../lib/models/sample-model';
import { useSession } from '../../../lib/api/session';
import { ApiError } from '../../../lib/api/api';
import { messageOf } from '../../../lib/interaction/use-action';
import { type AnswerProblem, ended, grown, message, withToolResults } from './conversation';
import { streamAnswer } from './playground-stream';
import type { Attachments, ChatMessage, PlaygroundSettings, StoredConversation } from '../playground.types';
import { keepConversation, keepOpen, readOpen } from './stored-conversations';

/** A conversation with one model. */
export interface Conversation {
  /** The same as long as its column is open. */
  key: string;
  model: string;
  messages: ChatMessage[];
  /** True while an answer is being received. */
  answering: boolean;
  stop: () => void;
  /** Requests the answer `id` again; later messages are removed. */
  regenerate: (id: string) => void;
  /** Sends the user message `id` again with a new text; later messages are removed. */
  resend: (id: string, text: string) => void;
  /** Sends the results of the tool calls in the answer `id`, in their order; later messages are removed. */
  answerTools: (id: string, results: readonly string[]) => void;
  remove: (id: string) => void;
  setModel: (model: string) => void;
  /** Closes its column. The last one stays. */
  close: () => void;
}

/** What a column shows. */
interface Column {
  key: string;
  /** Of the stored conversation. */
  id: string;
  /** Undefined: that of the settings. */
  model: string | undefined;
  messages: ChatMessage[];
  answering: boolean;
}

function newColumn(model?: string, messages: ChatMessage[] = []): Column {
  return { key: crypto.randomUUID(), id: crypto.randomUUID(), model, messages, answering: false };
}

/** The columns that were open before the page was loaded. */
function reopened(userId: number): Column[] {
  const columns = readOpen(userId).map(({ model, conversation }, index) => ({
    ...newColumn(index === 0 ? undefined : model, conversation.messages),
    id: conversation.id,
  }));
  return columns.length > 0 ? columns : [newColumn()];
}

/**
 * One conversation, or several that are compared: each prompt goes to all of them. Unmounting aborts the answers in progress.
 * @param onModel the first column is closed, and this model is that of the settings from now on
 */
export function useColumns(settings: PlaygroundSettings, onModel: (model: string) => void) {
  const userId = useSession()?.id ?? 0;
  const [columns, setColumns] = useState(() => reopened(userId));
  const running = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const controllers = running.current;
    return () => controllers.forEach((controller) => controller.abort());
  }, []);
  const opened = columns.map(({ id, model }) => (model === undefined ? { id } : { id, model }));
  const openedText = JSON.stringify(opened);
  // Its text and not the list, which is another one after every delta.
  useEffect(() => keepOpen(userId, openedText), [userId, openedText]);

  const update = (key: string, how: (column: Column) => Column) =>
    setColumns((all) => all.map((column) => (column.key === key ? how(column) : column)));

  async function answer({ key, id, model: own }: Column, history: ChatMessage[]): Promise<void> {
    const used = { ...settings, model: own ?? settings.model };
    const reply = { ...message('assistant', '', 'loading'), model: used.model, group: used.group };
    let latest: ChatMessage = reply;
    const change = (how: (current: ChatMessage) => ChatMessage) => {
      latest = how(latest);
      update(key, (column) => ({
        ...column,
        messages: column.messages.map((one) => (one.id === reply.id ? latest : one)),
      }));
    };
    if (own === undefined) rememberChatModel(used.model);
    const controller = new AbortController();
    running.current.set(key, controller);
    update(key, (column) => ({ ...column, messages: [...history, reply], answering: true }));
    // Also now, so that a reload does not lose the question.
    keepConversation(userId, id, history);
    try {
      await streamAnswer(history, used, {
        signal: controller.signal,
        onPiece: (piece) => change((current) => grown(current, piece)),
      });
      change((current) => ended(current));
    } catch (problem) {
      // If the user stopped it, the text received so far is the answer.
      change((current) => ended(current, controller.signal.aborted ? undefined : problemOf(problem)));
    } finally {
      keepConversation(userId, id, [...history, latest]);
      if (running.current.get(key) === controller) {
        running.current.delete(key);
        update(key, (column) => ({ ...column, answering: false }));
      }
    }
  }

  const stop = (key: string) => running.current.get(key)?.abort();
  const stopAll = () => columns.forEach(({ key }) => stop(key));

  function close(key: string) {
    const [first] = columns;
    const rest = columns.filter((column) => column.key !== key);
    const [left] = rest;
    if (!left) return;
    stop(key);
    if (first?.key === key && left.model !== undefined) onModel(left.model);
    setColumns((all) =>
      all
        .filter((column) => column.key !== key)
        .map((column) => (column.key === left.key ? { ...column, model: undefined } : column)),
    );
  }

  function conversationOf(column: Column): Conversation {
    const { key, messages, answering } = column;
    const from = (at: string, how: (found: ChatMessage, before: ChatMessage[]) => ChatMessage[]) => {
      const index = messages.findIndex((one) => one.id === at);
      const found = messages[index];
      const history = found ? how(found, messages.slice(0, index)) : [];
      if (!answering && history.length > 0) void answer(column, history);
    };
    return {
      key,
      model: column.model ?? settings.model,
      messages,
      answering,
      stop: () => stop(key),
      regenerate: (at) => from(at, (_, before) => before),
      resend: (at, text) =>
        from(at, (found, before) => [...before, { ...found, content: text.trim(), createAt: Date.now() }]),
      answerTools: (at, results) => from(at, (found, before) => [...before, withToolResults(found, results)]),
      remove: (gone) =>
        update(key, (current) => ({
          ...current,
          messages: current.messages.filter((one) => one.id !== gone),
        })),
      setModel: (model) =>
        column === columns[0] ? onModel(model) : update(key, (current) => ({ ...current, model })),
      close: () => close(key),
    };
  }

  const answering = columns.some((column) => column.answering);
  return {
    conversations: columns.map(conversationOf),
    /** True while any of them receives an answer. */
    answering,
    /** Sends a message in every column. */
    send(text: string, { images, files }: Attachments) {
      if (answering || (!text.trim() && images.length === 0 && files.length === 0)) return;
      for (const column of columns) {
        const question = {
          ...message('user', text.trim(), 'complete'),
          ...(images.length > 0 && { images }),
          ...(files.length > 0 && { files }),
        };
        void answer(column, [...column.messages, question]);
      }
    },
    stop: stopAll,
    /** Opens a second column, which goes on from the same messages. */
    compare: (model: string) =>
      setColumns((all) => [...all, ...all.slice(0, 1).map(({ messages }) => newColumn(model, messages))]),
    /** Starts new conversations; the current ones stay stored. */
    clear() {
      stopAll();
      setColumns((all) => all.map(({ model }) => newColumn(model)));
    },
    /** Opens a stored conversation to continue it, in the only column. */
    open({ id, messages }: StoredConversation) {
      stopAll();
      setColumns([{ ...newColumn(undefined, messages), id }]);
    },
  };
}

export type Columns = ReturnType<typeof useColumns>;

function problemOf(problem: unknown): AnswerProblem {
  const { code = '', status = 0 } = problem instanceof ApiError ? problem : {};
  return { text: messageOf(problem), code, status };
}
