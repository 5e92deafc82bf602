import { hasZeroBits, type ProofChallenge, provenText } from '@doushouqi/protocol/guests';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Solves one challenge: posts its nonce. A worker, so that the page stays responsive. */
self.onmessage = ({ data }: MessageEvent<ProofChallenge>) => {
  for (let nonce = 0; ; nonce += 1) {
    if (!hasZeroBits(sha256(utf8ToBytes(provenText(data, nonce))), data.difficulty)) continue;
    self.postMessage(nonce);
    return;
  }
};
