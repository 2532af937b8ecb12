import { SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../playground.module.css';

const EXAMPLES = ['explain', 'write', 'code', 'translate'] as const;

/** What a conversation can begin with. Choosing one fills the field, so that nothing is charged yet. */
export function Examples({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.examples}>
      <Text fw={600} size="lg">
        {t('playground.helloAnswer')}
      </Text>
      <Text c="dimmed" size="sm" mb="md">
        {t('playground.empty')}
      </Text>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xs">
        {EXAMPLES.map((name) => {
          const text = t(`playground.examples.${name}`);
          return (
            <UnstyledButton key={name} className={classes.example} onClick={() => onChoose(text)}>
              {text}
            </UnstyledButton>
          );
        })}
      </SimpleGrid>
    </div>
  );
}
