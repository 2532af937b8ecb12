import { Role } from '#contract/enums';
import type { SelfResponse } from '#contract/resources/accounts/user';
import { Box, Paper, ScrollArea, SimpleGrid, Skeleton, Stack, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { messageOf } from '../../lib/interaction/use-action';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { AdminKeysCard } from '../admin-keys/admin-keys-card';
import { SecondFactorCard } from '../second-factor/second-factor-card';
import { AccountCard } from './account-card';
import { BindingsCard } from './bindings-card';
import { InvitationCard } from './invitation-card';
import classes from './personal.module.css';
import { SecurityCard } from './security-card';
import { SessionsCard } from './sessions-card';
import { SettingCard } from './setting-card';
import { type Personal, usePersonal } from './use-personal';
import { lazyDialog } from '../../ui/dialog/lazy-dialog';

const WechatDialog = lazyDialog(async () => (await import('../auth/third-party/wechat-dialog')).WechatDialog);
const EmailDialog = lazyDialog(async () => (await import('./email-dialog')).EmailDialog);
const PasswordDialog = lazyDialog(async () => (await import('./password-dialog')).PasswordDialog);
const RemoveDialog = lazyDialog(async () => (await import('./remove-dialog')).RemoveDialog);
const TransferDialog = lazyDialog(async () => (await import('./transfer-dialog')).TransferDialog);

type Dialog = 'email' | 'wechat' | 'password' | 'remove' | 'transfer';

export function PersonalPage() {
  const { t } = useTranslation();
  const personal = usePersonal();
  const { self, error, refresh } = personal;
  const isAdmin = (self?.role ?? 0) >= Role.admin;
  const [dialog, open, close] = useDialog();
  const [tab, setTab] = useTab();
  return (
    <Box maw={1000} mx="auto">
      <PageHeader title={t('personal.title')} lead={t('personalPage.lead')} />
      <Stack gap="md">
        {self ? (
          <>
            <AccountCard self={self} models={personal.models} />
            <Tabs value={tab} onChange={setTab}>
              <ScrollArea type="never" mb="md">
                <Tabs.List className={classes.tabs}>
                  <Tabs.Tab value="invite">{t('personalPage.invite.title')}</Tabs.Tab>
                  <Tabs.Tab value="access">{t('personalPage.access')}</Tabs.Tab>
                  <Tabs.Tab value="setting">{t('personalPage.setting.title')}</Tabs.Tab>
                  {isAdmin && <Tabs.Tab value="keys">{t('adminKeys.title')}</Tabs.Tab>}
                </Tabs.List>
              </ScrollArea>
              <Tabs.Panel value="invite">
                <InvitationCard self={self} code={personal.inviteCode} onTransfer={() => open('transfer')} />
              </Tabs.Panel>
              <Tabs.Panel value="access">
                <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: 'start' }}>
                  <BindingsCard self={self} onEmail={() => open('email')} onWechat={() => open('wechat')} />
                  <Stack gap="md">
                    <SecurityCard onPassword={() => open('password')} onRemove={() => open('remove')} />
                    <SecondFactorCard />
                    <SessionsCard />
                  </Stack>
                </SimpleGrid>
              </Tabs.Panel>
              <Tabs.Panel value="setting">
                <SettingCard setting={self.setting} save={personal.saveSetting} test={personal.testNotice} />
              </Tabs.Panel>
              {isAdmin && (
                <Tabs.Panel value="keys">
                  <AdminKeysCard />
                </Tabs.Panel>
              )}
            </Tabs>
            <Dialogs dialog={dialog} self={self} personal={personal} onClose={close} />
          </>
        ) : error ? (
          <Paper withBorder>
            <LoadFailed message={messageOf(error)} onRetry={() => void refresh()} />
          </Paper>
        ) : (
          <>
            <Skeleton h={210} />
            <Skeleton h={38} />
            <Skeleton h={250} />
          </>
        )}
      </Stack>
    </Box>
  );
}

const TABS = ['invite', 'access', 'setting', 'keys'] as const;

/** The selected tab is in the URL; the first is the default. All panels stay mounted to preserve unsaved input. */
function useTab(): [string, (value: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((name) => name === search.get('tab')) ?? TABS[0];
  const setTab = (value: string | null) =>
    setSearch(value === null || value === TABS[0] ? {} : { tab: value }, { replace: true });
  return [tab, setTab];
}

/** One dialog at a time; the default-password warning opens the password dialog with the URL hash `#password`. */
function useDialog(): [Dialog | undefined, (dialog: Dialog) => void, () => void] {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Dialog>();

  function close() {
    setOpened(undefined);
    if (hash) void navigate({ hash: '' }, { replace: true });
  }

  return [hash === '#password' ? 'password' : opened, setOpened, close];
}

interface DialogsProps {
  dialog: Dialog | undefined;
  self: SelfResponse;
  personal: Personal;
  onClose: () => void;
}

function Dialogs({ dialog, self, personal, onClose }: DialogsProps) {
  const { t } = useTranslation();
  if (dialog === 'password') return <PasswordDialog change={personal.changePassword} onClose={onClose} />;
  if (dialog === 'email') return <EmailDialog bind={personal.bindEmail} onClose={onClose} />;
  if (dialog === 'transfer')
    return <TransferDialog available={self.aff_quota} transfer={personal.transfer} onClose={onClose} />;
  if (dialog === 'remove')
    return <RemoveDialog username={self.username} remove={personal.remove} onClose={onClose} />;
  if (dialog !== 'wechat') return null;

  async function bindWechat(code: string) {
    if (await personal.bindWechat.run(code)) onClose();
  }

  return (
    <WechatDialog
      title={t('personalPage.bindings.wechatTitle')}
      action={t('personalPage.bindings.bind')}
      pending={personal.bindWechat.pending}
      onSubmit={(code) => void bindWechat(code)}
      onClose={onClose}
    />
  );
}
