import { count, ENV, serviceEnvironment } from '@doushouqi/service-kit';

export const environment = serviceEnvironment('auth', {
  MODERATION_FILE: ENV.MODERATION_FILE,
  TOKEN_DAYS: count(7, 'Lifetime of a token.'),
  REGISTRATIONS_PER_ADDRESS: count(100, 'Registrations of an address in one window.'),
  REGISTRATION_WINDOW_SECONDS: count(3_600, 'That window.'),
  LOGIN_FAILURES_PER_ACCOUNT: count(
    10,
    'Failed logins of an account from one address in one window; from all addresses thirty times as many.',
  ),
  LOGIN_FAILURES_PER_ADDRESS: count(100, 'Failed logins of an address in one window.'),
  LOGIN_WINDOW_SECONDS: count(900, 'That window.'),
  HASH_CONCURRENCY: count(2, 'Password hashes computed at once, 19 MiB each.'),
});
