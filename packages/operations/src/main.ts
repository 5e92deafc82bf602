const args = process.argv.slice(2);

/** Runs a command of the image `operations`: before the services, or on the stores of `REDIS_URL` and `MONGODB_URL`. */
if (['secrets', 'mongodb', 'keys'].includes(args[0] ?? '')) {
  // These tasks run at each start and load nothing of the other commands.
  const { runDeployment } = await import('./deployment/commands.ts');
  await runDeployment(args);
} else {
  const [{ ENV }, { runCommand }] = await Promise.all([
    import('@doushouqi/service-kit'),
    import('./command.ts'),
  ]);
  process.exitCode = await runCommand(args, {
    addresses: () => ({
      redisUrl: ENV.REDIS_URL.parse(process.env.REDIS_URL),
      mongodbUrl: ENV.MONGODB_URL.parse(process.env.MONGODB_URL),
    }),
    env: process.env,
    print: console.log,
    now: Date.now,
  });
}
