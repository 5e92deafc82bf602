/** A backup that cannot be made or restored; its message is all that the operator needs. */
export class BackupError extends Error {}
