import { AUTO_GROUP } from '#contract/enums';
import { isMaskedKey } from '#contract/masked-key';
import type { TokenResponse } from '#contract/resources/token';
import { useState } from 'react';
import { useSession } from '../../lib/api/session';
import { useServerAddress } from '../../lib/api/use-status';
import { splitList } from '../../lib/format/format';
import { MODEL_PLACEHOLDER, sampleModel, usePricedModels } from '../../lib/models/sample-model';
import { useTokenChoices } from './use-tokens';

/** Stands for a key that is not shown. */
const KEY_PLACEHOLDER = 'sk-…';

/** What samples with a token consist of, and the choice of their model: a priced one that the token may call. */
export function useTokenSample(token: TokenResponse) {
  const address = useServerAddress();
  const choices = useTokenChoices();
  const limits = token.model_limits_enabled ? splitList(token.model_limits) : undefined;
  const priced = usePricedModels();
  const own = useSession()?.group || 'default';
  const groups = token.group === AUTO_GROUP ? choices.autoGroups : [token.group || own];
  const sample = priced && sampleModel(priced, groups, limits && { allowed: limits });
  const [chosen, setChosen] = useState<string>();
  return {
    /** Whether the samples have the key; otherwise a placeholder stands for it. */
    hasKey: !isMaskedKey(token.key),
    parts: {
      address,
      key: isMaskedKey(token.key) ? KEY_PLACEHOLDER : `sk-${token.key}`,
      model: chosen ?? sample ?? MODEL_PLACEHOLDER,
    },
    models: limits ?? choices.models,
    /** Undefined: there is no model to call, or it is not known yet. */
    model: chosen ?? sample,
    choose: setChosen,
    /** Whether no priced chat model can be called. */
    isMissing: priced !== undefined && sample === undefined,
  };
}

export type TokenSample = ReturnType<typeof useTokenSample>;
