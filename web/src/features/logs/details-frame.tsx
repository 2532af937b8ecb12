import { Button, Group } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LogResponse } from '#contract/resources/log';
import { parseObject } from '../../lib/format/json';
import { Tag } from '../../ui/badge/tag';
import { CodeBlock } from '../../ui/text/code-block';
import { FactList, type Fact } from '../../ui/text/fact-list';
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

/** A name or an id that a click copies. */
export function CopiedTag({ name }: { name: string }) {
  return (
    <Tag mono copy={name}>
      {name}
    </Tag>
  );
}

/** The row with `other` parsed into an object. */
function whole(log: LogResponse): object {
  return { ...log, other: parseObject(log.other) ?? log.other };
}
