import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import type { PriceResponse } from '#contract/resources/price';
import { MessageRow } from './message-row';
import classes from '../playground.module.css';
import type { Conversation } from './use-columns';
import { Examples } from './examples';
import { get } from '../../../lib/api/api';
import { estimateCost } from '../../../lib/models/token-prices';
import type { ChatMessage } from '../playground.types';
import { usePlaygroundChoices } from '../use-playground-choices';

/** Distance from the bottom in pixels within which the list keeps scrolling with the answer. */
const NEAR = 80;

interface MessageListProps {
  conversation: Conversation;
  /** Where several are shown. */
  label: string | undefined;
  /** Undefined: an empty conversation suggests nothing. */
  onExample: ((text: string) => void) | undefined;
}

/** The conversation; it scrolls with the growing answer until the user scrolls up. */
export function MessageList({ conversation, label, onExample }: MessageListProps) {
  const { t } = useTranslation();
  const { messages, answering } = conversation;
  const costOf = useReplyCost();
  const area = useRef<HTMLDivElement>(null);
  const following = useRef(true);

  useEffect(() => {
    if (following.current) area.current?.scrollTo({ top: area.current.scrollHeight });
  }, [messages]);

  function onScroll() {
    const { scrollTop, scrollHeight, clientHeight } = area.current ?? document.documentElement;
    following.current = scrollHeight - scrollTop - clientHeight < NEAR;
  }

  return (
    <div
      ref={area}
      className={classes.messages}
      onScroll={onScroll}
      role="log"
      aria-busy={answering}
      aria-label={label ?? t('playground.chat')}
      tabIndex={0}
    >
      {messages.length === 0 && onExample && <Examples onChoose={onExample} />}
      {messages.map((message) => (
        <MessageRow key={message.id} message={message} conversation={conversation} cost={costOf(message)} />
      ))}
    </div>
  );
}

/** A cache key of its own: the pricing page caches the same response in another shape. */
const PRICES = ['/api/pricing', 'of replies'] as const;

/** Approximate cost of an answer in US dollars; undefined if its tokens or its price are unknown. */
function useReplyCost(): (answer: ChatMessage) => number | undefined {
  const groups = usePlaygroundChoices()?.groups;
  const { data } = useSWR(PRICES, ([path]) => get<PriceResponse[]>(path), { revalidateOnFocus: false });
  return ({ usage, model, group }) => {
    const price = data?.find(({ model_name }) => model_name === model);
    if (!usage || !price) return undefined;
    const ratio = groups?.find(({ value }) => value === group)?.ratio ?? 1;
    return (price.usd_per_million ? estimateCost(price.usd_per_million, usage) : price.model_price) * ratio;
  };
}
