import { ApiError, type Proof, type ProofChallenge } from '@doushouqi/protocol';

/** Solves a challenge in a worker; rejects if the worker fails. */
function solve(challenge: ProofChallenge): Promise<number> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<number>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data);
    worker.onerror = () => reject(new Error('The proof of work failed'));
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}

/** Sends a request, and again with a proof of work if the server demands one. Throws `ApiError`. */
export async function withProof<T>(send: (work: { proof?: Proof }) => Promise<T>): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    if (!(error instanceof ApiError) || error.challenge === null) throw error;
    const { challenge } = error;
    return send({ proof: { ...challenge, nonce: await solve(challenge) } });
  }
}
