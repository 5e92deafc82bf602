import { usePushQuestion } from '../../shared/correspondence/push-question.ts';
import { t } from '../../shared/correspondence/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Slip } from './Slip.tsx';

/** Asks whether to call this device: after a call to a hidden window, and after a move of a correspondence game. */
export default function PushSlip({ userId }: { userId: string }) {
  const question = usePushQuestion(userId);
  return (
    question && (
      <Slip icon="megaphone" text={t('push.ask')} hideLabel={t('push.later')} onHide={question.later}>
        <Button small busy={question.busy} onClick={question.accept}>
          {t('push.accept')}
        </Button>
      </Slip>
    )
  );
}
