import { factsOf } from '#contract/languages';
import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isAdmin, useSession } from '../../lib/api/session';
import { currentLanguage } from '../../text';
import { errorRemedy } from '../../text/error-remedy';

interface RemedyNoteProps {
  /** Error code; '' = unknown. */
  code: string;
  /** HTTP status of the provider, else that of the response; 0 = no response. */
  status: number;
}

/** Why an error happened and what the reader can do, with a link to the page where that is. */
export function RemedyNote({ code, status }: RemedyNoteProps) {
  const { t } = useTranslation();
  const remedy = errorRemedy(code, status, isAdmin(useSession()));
  if (!remedy) return null;
  return (
    <Text size="sm" component="span" style={{ overflowWrap: 'anywhere' }}>
      {remedy.why}
      {factsOf(currentLanguage()).sentenceSpace}
      {remedy.todo}
      {remedy.page && (
        <>
          {' '}
          <Anchor component={Link} to={remedy.page.to} size="sm" underline="always">
            {t(remedy.page.name)}
          </Anchor>
        </>
      )}
    </Text>
  );
}
