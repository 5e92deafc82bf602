/** Resolves if the reply reports success. @throws otherwise. */
export async function made<Reply extends { success: boolean }>(call: Promise<Reply>): Promise<Reply> {
  const reply = await call;
  if (reply.success !== true) throw new Error('The server did not make the change');
  return reply;
}
