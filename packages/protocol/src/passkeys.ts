import { z } from './zod.ts';

/** Options of WebAuthn, which the browser reads. */
export const webAuthnOptions = z.looseObject({ challenge: z.string() });
function base64url(max: number) {
  return z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .max(max);
}
const credential = {
  id: base64url(1_024),
  rawId: base64url(1_024),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};
export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_096),
    authenticatorData: base64url(4_096),
    signature: base64url(2_048),
  }),
});
export const newPasskey = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64url(4_096), attestationObject: base64url(32_768) }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;
export type NewPasskey = z.infer<typeof newPasskey>;
