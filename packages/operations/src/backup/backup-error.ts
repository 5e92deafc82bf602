/** A failure of a backup or restore; the message is complete for the operator. */
export class BackupError extends Error {}
