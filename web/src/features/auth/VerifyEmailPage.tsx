import { useState } from 'react';
import { useFragment } from '../../client/address.ts';
import { api } from '../../client/api.ts';
import { attempt } from '../../client/attempt.ts';
import { t as appText } from '../../client/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { PeekingTiger } from './AuthForm.tsx';
import page from './RegisterPage.module.css';
import { t } from './texts.ts';

/** Confirms the address of a link (`#token`) by a press, so that programs that open links do not. */
export default function VerifyEmailPage() {
  const token = useFragment();
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking');
  const verify = async () => {
    setState('busy');
    const done = await attempt(
      api.verifyEmail({ body: { token } }).then(() => {}),
      t('verify.failed'),
    );
    setState(done ? 'done' : 'asking');
  };
  return (
    <>
      <title>{`${t('verify.title')} · ${appText('name')}`}</title>
      <PageHeader title={t('verify.title')} />
      <main className={page.main}>
        <div className={page.wrap}>
          <PeekingTiger mood="open" />
          <Card framed className={page.card}>
            <p className={page.lead} role="status">
              {t(state === 'done' ? 'verify.done' : 'verify.lead')}
            </p>
            {state === 'done' ? (
              <ButtonLink to="/" wide icon="house">
                {appText('backHome')}
              </ButtonLink>
            ) : (
              <Button tone="primary" wide busy={state === 'busy'} onClick={() => void verify()}>
                {t('verify.submit')}
              </Button>
            )}
          </Card>
        </div>
      </main>
    </>
  );
}
