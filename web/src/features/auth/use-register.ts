import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { call, withQuery } from '../../lib/api/api';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';
import type { HumanCheck } from './third-party/use-human-check';

export interface Registration {
  username: string;
  password: string;
  password2: string;
  email: string;
  verification_code: string;
  aff_code: string;
}

export function useRegister(human: HumanCheck) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const register = useAction(
    (body: Registration) =>
      call<null>('POST', withQuery('/api/user/register', { turnstile: human.token }), { body }),
    () => {
      toast.success(t('authPages.register.done'));
      void navigate('/login');
    },
  );

  async function run(body: Registration) {
    if (!(await register.run(body))) human.reset();
  }

  return { run, pending: register.pending };
}
