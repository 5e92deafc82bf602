import type { ComponentProps } from 'react';
import { useSession } from '../../client/session.ts';
import { PasswordField } from '../../ui/Field.tsx';

/** The user's own password, for a change of the account. */
export function OwnPasswordField(props: ComponentProps<typeof PasswordField>) {
  const username = useSession(({ user }) => user?.username ?? '');
  return (
    <>
      {/* Password managers read the account from it. */}
      <input
        className="visually-hidden"
        name="username"
        autoComplete="username"
        value={username}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField {...props} autoComplete="current-password" />
    </>
  );
}
