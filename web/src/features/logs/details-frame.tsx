import { Button, Group, Text } from '@mantine/core';
import { IconBraces, IconTerminal2 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LogResponse } from '#contract/resources/logs/log';
import { useServerAddress } from '../../lib/api/use-status';
import { copyText } from '../../lib/browser/clipboard';
import { parseObject } from '../../lib/format/json';
import { Tag } from '../../ui/badge/tag';
import { CodeBlock } from '../../ui/text/code-block';
import { hint } from '../../ui/feedback/hint';
import { FactList, type Fact } from '../../ui/text/fact-list';
import { curlOf } from './curl-of-log';
import classes from './details-frame.module.css';

interface DetailsFrameProps {
  log: LogResponse;
  facts: readonly (Fact | false | undefined)[];
  /** Content beside the facts, on narrow screens below them. */
  beside?: ReactNode;
  /** Buttons before the one that shows the row as JSON. */
  buttons?: ReactNode;
}

/** The layout of a row's details: its facts, what explains them, and the row as JSON on request. */
export function DetailsFrame({ log, facts, beside, buttons }: DetailsFrameProps) {
  const { t } = useTranslation();
  const [raw, setRaw] = useState(false);
  return (
    <div className={classes.details} data-beside={Boolean(beside) || undefined}>
      <FactList stacked facts={facts} />
      {beside}
      <div className={classes.more}>
        <Group gap="xs">
          {buttons}
          <CurlButton log={log} />
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={raw}
            leftSection={<IconBraces size={14} stroke={1.75} />}
            onClick={() => setRaw(!raw)}
          >
            {t('logDetail.json')}
          </Button>
        </Group>
        {raw && <CodeBlock language="json" code={JSON.stringify(whole(log), null, 2)} />}
      </div>
    </div>
  );
}

/** Copies the request as a command; absent for rows that are not of a request, or do not have its path. */
function CurlButton({ log }: { log: LogResponse }) {
  const { t } = useTranslation();
  const command = curlOf(log, { address: useServerAddress(), placeholder: t('logDetail.placeholder') });
  if (command === undefined) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconTerminal2 size={14} stroke={1.75} />}
      onClick={() => void copyText(command, t('logDetail.curlCopied'))}
      {...hint(t('logDetail.curlHint'), { focus: true })}
    >
      {t('logDetail.copyCurl')}
    </Button>
  );
}

/** A name or an id that a click copies. */
export function CopiedTag({ name }: { name: string }) {
  return (
    <Tag mono copy={name}>
      {name}
    </Tag>
  );
}

/** A code or a path. */
export function CodeText({ text }: { text: string }) {
  return (
    <Text span size="xs" ff="monospace">
      {text}
    </Text>
  );
}

/** The row with `other` parsed into an object. */
function whole(log: LogResponse): object {
  return { ...log, other: parseObject(log.other) ?? log.other };
}
