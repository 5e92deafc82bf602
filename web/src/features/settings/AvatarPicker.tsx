import { AVATARS, type User } from '@doushouqi/protocol';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';
import { useSavedChoice } from '../../client/use-saved-choice.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { ChoiceGrid } from '../../ui/ChoiceGrid.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import styles from './AvatarPicker.module.css';
import { t } from './texts.ts';

type AvatarFile = (typeof AVATARS)[number];

/** `/avatar/config.json` (spec §3). */
interface AvatarConfig {
  avatars: { id: string; name: string; filename: AvatarFile }[];
}

async function fetchAvatars(): Promise<AvatarConfig['avatars']> {
  const response = await fetch('/avatar/config.json');
  if (!response.ok) throw new Error('No list of avatars');
  return ((await response.json()) as AvatarConfig).avatars;
}

/** All faces; a press puts one on. */
export function AvatarPicker({ user }: { user: User }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['avatars'],
    queryFn: fetchAvatars,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const current = user.avatar as AvatarFile;
  const { pending, choose } = useSavedChoice<AvatarFile>(
    {
      change: (avatar) => ({ avatar }),
      save: (avatar) => api.setAvatar({ body: { avatar } }),
    },
    {
      updated: () => t('avatar.updated'),
      failed: (reason) => (reason ? t('avatar.failedBecause', { reason }) : t('avatar.failed')),
    },
  );
  const names = new Map(data?.map(({ filename, name }) => [filename, name]));
  return (
    <section aria-labelledby="avatar-title">
      <div className={styles.head}>
        <Avatar file={current} size={56} />
        <div className={styles.words}>
          <h2 id="avatar-title">{t('avatar.title')}</h2>
          <p>{names.get(current) ?? t('avatar.hint')}</p>
        </div>
      </div>
      {data ? (
        <ChoiceGrid
          label={t('avatar.title')}
          items={[...names.keys()]}
          nameOf={(file) => names.get(file) ?? file}
          current={current}
          pending={pending}
          onChoose={(file) => void choose(file, current)}
          className={styles.grid}
          itemClassName={styles.choice}
        >
          {(file) => <Avatar file={file} size={60} />}
        </ChoiceGrid>
      ) : isError ? (
        <p className={styles.failed} role="alert">
          {t('avatar.loadFailed')}
          <Button small onClick={() => void refetch()}>
            {t('avatar.retry')}
          </Button>
        </p>
      ) : (
        <div className={styles.grid}>
          {AVATARS.map((file) => (
            <Skeleton key={file} className={styles.block} />
          ))}
        </div>
      )}
    </section>
  );
}
